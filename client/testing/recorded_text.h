// What ipvsadm 1.31 printed on a real kernel (Linux 6.1.176): pairs of `ipvsadm -Sn` and `ipvsadm -Ln` of one
// table.
#pragma once

#include <string_view>

namespace ipvsim::client::testing {

// Every scheduler flag, tunnel, family, persistence. The kernel's table has thresholds on 192.168.0.5 that
// neither shows.
inline constexpr std::string_view kRecordedSave =
    "-A -t 10.0.0.1:80 -s rr\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.2:8080 -m -w 1\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.3:8080 -m -w 3\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.4:80 -g -w 0\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.5:80 -i -w 10 --tun-type ipip\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.6:80 -i -w 1 --tun-type gue --tun-port 6080 --tun-nocsum\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.7:80 -i -w 1 --tun-type gue --tun-port 6080 --tun-remcsum\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.8:80 -i -w 1 --tun-type gre --tun-csum\n"
    "-A -t 10.0.0.2:443 -s wlc -p 600 -M 255.255.255.0\n"
    "-A -t 10.0.0.3:0 -s lc -p 360\n"
    "-A -u 10.0.0.1:53 -s wrr -p 360\n"
    "-a -u 10.0.0.1:53 -r 192.168.0.9:53 -m -w 1\n"
    "-A -u 10.0.0.4:5060 -s rr -o\n"
    "-A -u 10.0.0.4:5061 -s rr -p 60 --pe sip -o\n"
    "-A --sctp-service 10.0.0.5:3868 -s sh\n"
    "-A --sctp-service 10.0.0.6:3868 -s sh -b sh-fallback,sh-port\n"
    "-A -t [2001:db8::1]:443 -s sed\n"
    "-a -t [2001:db8::1]:443 -r 192.168.9.9:443 -i -w 1 --tun-type ipip\n"
    "-a -t [2001:db8::1]:443 -r [2001:db8::100]:8443 -m -w 7\n"
    "-A -t [2001:db8::2]:443 -s wlc -p 300 -M 64\n"
    "-A -f 1 -s dh\n"
    "-a -f 1 -r 192.168.1.1:0 -g -w 1\n"
    "-A -f 2 -6 -s nq\n"
    "-a -f 2 -6 -r [2001:db8::11]:0 -g -w 1\n";

inline constexpr std::string_view kRecordedList =
    "IP Virtual Server version 1.2.1 (size=4096)\n"
    "Prot LocalAddress:Port Scheduler Flags\n"
    "  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn\n"
    "TCP  10.0.0.1:80 rr\n"
    "  -> 192.168.0.2:8080             Masq    1      0          0         \n"
    "  -> 192.168.0.3:8080             Masq    3      0          0         \n"
    "  -> 192.168.0.4:80               Route   0      0          0         \n"
    "  -> 192.168.0.5:80               Tunnel  10     0          0         \n"
    "  -> 192.168.0.6:80               Tunnel  1      0          0         \n"
    "  -> 192.168.0.7:80               Tunnel  1      0          0         \n"
    "  -> 192.168.0.8:80               Tunnel  1      0          0         \n"
    "TCP  10.0.0.2:443 wlc persistent 600 mask 255.255.255.0\n"
    "TCP  10.0.0.3:0 lc persistent 360\n"
    "UDP  10.0.0.1:53 wrr persistent 360\n"
    "  -> 192.168.0.9:53               Masq    1      0          0         \n"
    "UDP  10.0.0.4:5060 rr ops\n"
    "UDP  10.0.0.4:5061 rr persistent 60 pe sip ops\n"
    "SCTP 10.0.0.5:3868 sh\n"
    "SCTP 10.0.0.6:3868 sh (sh-fallback,sh-port)\n"
    "TCP  [2001:db8::1]:443 sed\n"
    "  -> 192.168.9.9:443              Tunnel  1      0          0         \n"
    "  -> [2001:db8::100]:8443         Masq    7      0          0         \n"
    "TCP  [2001:db8::2]:443 wlc persistent 300 mask 64\n"
    "FWM  1 dh\n"
    "  -> 192.168.1.1:0                Route   1      0          0         \n"
    "FWM  2 IPv6 nq\n"
    "  -> [2001:db8::11]:0             Route   1      0          0         \n";

// The same after edits.
inline constexpr std::string_view kEditedSave =
    "-A -t 10.0.0.1:80 -s wlc -p 90\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.2:8080 -m -w 1\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.3:8080 -m -w 9\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.5:80 -i -w 10 --tun-type ipip\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.6:80 -i -w 1 --tun-type gre --tun-nocsum\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.7:80 -i -w 1 --tun-type gue --tun-port 6080 --tun-remcsum\n"
    "-a -t 10.0.0.1:80 -r 192.168.0.8:80 -i -w 1 --tun-type gre --tun-csum\n"
    "-A -t 10.0.0.2:443 -s wlc -p 600 -M 255.255.255.0\n"
    "-A -t 10.0.0.3:0 -s lc -p 360\n"
    "-A -t 10.0.0.7:80 -s mh -b mh-fallback,mh-port\n"
    "-a -t 10.0.0.7:80 -r 192.168.3.3:80 -g -w 1\n"
    "-a -t 10.0.0.7:80 -r [2001:db8::5]:80 -i -w 1 --tun-type ipip\n"
    "-A -t 10.0.0.8:80 -s fo\n"
    "-A -t 10.0.0.9:80 -s ovf\n"
    "-A -t 10.0.0.10:80 -s lblc\n"
    "-A -t 10.0.0.11:80 -s lblcr\n"
    "-A -t 10.0.0.12:80 -s wlc\n"
    "-A -u 10.0.0.1:53 -s wrr -p 360\n"
    "-a -u 10.0.0.1:53 -r 192.168.0.9:53 -m -w 1\n"
    "-A -u 10.0.0.4:5060 -s rr -o\n"
    "-A -u 10.0.0.4:5061 -s wrr -p 61\n"
    "-A --sctp-service 10.0.0.5:3868 -s sh\n"
    "-A --sctp-service 10.0.0.6:3868 -s sh -b sh-fallback,sh-port\n"
    "-A -t [2001:db8::1]:443 -s sed\n"
    "-a -t [2001:db8::1]:443 -r 192.168.9.9:443 -i -w 1 --tun-type ipip\n"
    "-a -t [2001:db8::1]:443 -r [2001:db8::100]:8443 -m -w 7\n"
    "-A -t [2001:db8::2]:443 -s wlc -p 300 -M 64\n"
    "-A -f 1 -s dh\n"
    "-a -f 1 -r 192.168.1.1:0 -g -w 1\n";

inline constexpr std::string_view kEditedList =
    "IP Virtual Server version 1.2.1 (size=4096)\n"
    "Prot LocalAddress:Port Scheduler Flags\n"
    "  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn\n"
    "TCP  10.0.0.1:80 wlc persistent 90\n"
    "  -> 192.168.0.2:8080             Masq    1      0          0         \n"
    "  -> 192.168.0.3:8080             Masq    9      0          0         \n"
    "  -> 192.168.0.5:80               Tunnel  10     0          0         \n"
    "  -> 192.168.0.6:80               Tunnel  1      0          0         \n"
    "  -> 192.168.0.7:80               Tunnel  1      0          0         \n"
    "  -> 192.168.0.8:80               Tunnel  1      0          0         \n"
    "TCP  10.0.0.2:443 wlc persistent 600 mask 255.255.255.0\n"
    "TCP  10.0.0.3:0 lc persistent 360\n"
    "TCP  10.0.0.7:80 mh (mh-fallback,mh-port)\n"
    "  -> 192.168.3.3:80               Route   1      0          0         \n"
    "  -> [2001:db8::5]:80             Tunnel  1      0          0         \n"
    "TCP  10.0.0.8:80 fo\n"
    "TCP  10.0.0.9:80 ovf\n"
    "TCP  10.0.0.10:80 lblc\n"
    "TCP  10.0.0.11:80 lblcr\n"
    "TCP  10.0.0.12:80 wlc\n"
    "UDP  10.0.0.1:53 wrr persistent 360\n"
    "  -> 192.168.0.9:53               Masq    1      0          0         \n"
    "UDP  10.0.0.4:5060 rr ops\n"
    "UDP  10.0.0.4:5061 wrr persistent 61\n"
    "SCTP 10.0.0.5:3868 sh\n"
    "SCTP 10.0.0.6:3868 sh (sh-fallback,sh-port)\n"
    "TCP  [2001:db8::1]:443 sed\n"
    "  -> 192.168.9.9:443              Tunnel  1      0          0         \n"
    "  -> [2001:db8::100]:8443         Masq    7      0          0         \n"
    "TCP  [2001:db8::2]:443 wlc persistent 300 mask 64\n"
    "FWM  1 dh\n"
    "  -> 192.168.1.1:0                Route   1      0          0         \n";

// A file given to `ipvsadm -R`, and what -Sn and -Ln printed then.
inline constexpr std::string_view kRestoreFile =
    "-A -t 10.1.0.1:80 -s wlc\n"
    "-a -t 10.1.0.1:80 -r 10.2.0.1:80 -m -w 1\n"
    "-a -t 10.1.0.1:80 -r 10.2.0.2:80 -m -w 2\n"
    "-A -u 10.1.0.1:53 -s rr -p 300\n"
    "-a -u 10.1.0.1:53 -r 10.2.0.3:53 -g -w 1\n"
    "-A -f 9 -s rr\n"
    "-a -f 9 -r 10.2.0.4:0 -i -w 1\n"
    "-A -t [2001:db8::9]:80 -s rr\n"
    "-a -t [2001:db8::9]:80 -r [2001:db8::a]:80 -g -w 1\n";

inline constexpr std::string_view kRestoredSave =
    "-A -t 10.1.0.1:80 -s wlc\n"
    "-a -t 10.1.0.1:80 -r 10.2.0.1:80 -m -w 1\n"
    "-a -t 10.1.0.1:80 -r 10.2.0.2:80 -m -w 2\n"
    "-A -u 10.1.0.1:53 -s rr -p 300\n"
    "-a -u 10.1.0.1:53 -r 10.2.0.3:53 -g -w 1\n"
    "-A -t [2001:db8::9]:80 -s rr\n"
    "-a -t [2001:db8::9]:80 -r [2001:db8::a]:80 -g -w 1\n"
    "-A -f 9 -s rr\n"
    "-a -f 9 -r 10.2.0.4:0 -i -w 1 --tun-type ipip\n";

inline constexpr std::string_view kRestoredList =
    "IP Virtual Server version 1.2.1 (size=4096)\n"
    "Prot LocalAddress:Port Scheduler Flags\n"
    "  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn\n"
    "TCP  10.1.0.1:80 wlc\n"
    "  -> 10.2.0.1:80                  Masq    1      0          0         \n"
    "  -> 10.2.0.2:80                  Masq    2      0          0         \n"
    "UDP  10.1.0.1:53 rr persistent 300\n"
    "  -> 10.2.0.3:53                  Route   1      0          0         \n"
    "TCP  [2001:db8::9]:80 rr\n"
    "  -> [2001:db8::a]:80             Route   1      0          0         \n"
    "FWM  9 rr\n"
    "  -> 10.2.0.4:0                   Tunnel  1      0          0         \n";

}  // namespace ipvsim::client::testing
