// Adds and lists services through the packaged github.com/vishvananda/netlink library, statically linked. Many
// goroutines do it at once, so that the runtime's threads and signals are in it too.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"

	"github.com/vishvananda/netlink"
	"github.com/vishvananda/netlink/nl"
)

const (
	newService = 1
	getService = 4
	workers    = 16
	perWorker  = 20
)

type header struct{ cmd, version uint8 }

func (h header) Len() int          { return 4 }
func (h header) Serialize() []byte { return []byte{h.cmd, h.version, 0, 0} }

func fail(format string, arguments ...interface{}) {
	fmt.Fprintf(os.Stderr, "services.go: "+format+"\n", arguments...)
	os.Exit(1)
}

func add(family uint16, mark uint32) error {
	request := nl.NewNetlinkRequest(int(family), syscall.NLM_F_ACK)
	request.AddData(header{newService, 1})
	service := nl.NewRtAttr(1, nil)
	service.AddRtAttr(1, nl.Uint16Attr(syscall.AF_INET))
	service.AddRtAttr(5, nl.Uint32Attr(mark))
	service.AddRtAttr(6, nl.ZeroTerminated("wrr"))
	service.AddRtAttr(7, []byte{0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff})
	service.AddRtAttr(8, nl.Uint32Attr(0))
	service.AddRtAttr(9, nl.Uint32Attr(0xffffffff))
	request.AddData(service)
	_, err := request.Execute(syscall.NETLINK_GENERIC, 0)
	return err
}

func list(family uint16) map[uint32]bool {
	request := nl.NewNetlinkRequest(int(family), syscall.NLM_F_DUMP)
	request.AddData(header{getService, 1})
	messages, err := request.Execute(syscall.NETLINK_GENERIC, 0)
	if err != nil {
		fail("listing: %v", err)
	}
	marks := map[uint32]bool{}
	for _, message := range messages {
		outer, err := nl.ParseRouteAttr(message[4:])
		if err != nil {
			fail("a message that is none: %v", err)
		}
		inner, err := nl.ParseRouteAttr(outer[0].Value)
		if err != nil {
			fail("a service that is none: %v", err)
		}
		for _, attribute := range inner {
			if attribute.Attr.Type == 5 {
				mark := binary.LittleEndian.Uint32(attribute.Value)
				if marks[mark] {
					fail("mark %d is listed twice", mark)
				}
				marks[mark] = true
			}
		}
	}
	return marks
}

func main() {
	family, err := netlink.GenlFamilyGet("IPVS")
	if err != nil {
		fail("resolving the family: %v", err)
	}
	if len(family.Ops) != 16 {
		fail("the family has %d commands, not 16", len(family.Ops))
	}
	if _, err := netlink.GenlFamilyGet("no such"); !errors.Is(err, syscall.ENOENT) {
		fail("an absent family: %v, not ENOENT", err)
	}
	var group sync.WaitGroup
	for worker := 0; worker < workers; worker++ {
		group.Add(1)
		go func(worker int) {
			defer group.Done()
			for i := 0; i < perWorker; i++ {
				mark := uint32(1 + worker*perWorker + i)
				if err := add(family.ID, mark); err != nil {
					fail("adding mark %d: %v", mark, err)
				}
				if err := add(family.ID, mark); !errors.Is(err, syscall.EEXIST) {
					fail("adding mark %d again: %v, not EEXIST", mark, err)
				}
			}
		}(worker)
	}
	group.Wait()
	if marks := list(family.ID); len(marks) != workers*perWorker {
		fail("%d services are listed, not %d", len(marks), workers*perWorker)
	}
	table, err := os.ReadFile("/proc/net/ip_vs")
	if err != nil || len(table) == 0 {
		fail("/proc/net/ip_vs: %v", err)
	}
	fmt.Println("services.go: all as it must be")
}
