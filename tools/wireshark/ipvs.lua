-- Wireshark and tshark: the attributes of the generic netlink family "IPVS". The capture must show the family's
-- NEWFAMILY message before (ipvsim's captures do; in others look the family up while capturing).
--
--   tshark -X lua_script:ipvs.lua -r capture.pcap -V
--   tshark -X lua_script:ipvs.lua -r capture.pcap -Y 'ipvs_genl.dest.weight == 0'
--
-- Numbers and layouts: ipvs-control.md 2, 3, 10 to 14; rfc-dumps.md for command 18 and DESTS.

-- "ipvs" is Wireshark's name for what the sync daemons send one another.
local ipvs = Proto("ipvs_genl", "Linux IP Virtual Server control")

local AF_INET, AF_INET6 = 2, 10

local commands = {
  "NEW_SERVICE", "SET_SERVICE", "DEL_SERVICE", "GET_SERVICE", "NEW_DEST", "SET_DEST", "DEL_DEST", "GET_DEST",
  "NEW_DAEMON", "DEL_DAEMON", "GET_DAEMON", "SET_CONFIG", "GET_CONFIG", "SET_INFO", "GET_INFO", "ZERO", "FLUSH",
  "GET_SERVICE_DEST",
}
local SET_INFO = 14

local families = { [AF_INET] = "IPv4", [AF_INET6] = "IPv6" }
local protocols = { [6] = "TCP", [17] = "UDP", [50] = "ESP", [51] = "AH", [132] = "SCTP" }
local methods = { [0] = "masquerading", [1] = "local node", [2] = "tunnel", [3] = "direct route", [4] = "bypass" }
local tunnels = { [0] = "IPIP", [1] = "GUE", [2] = "GRE" }
local states = { [1] = "master", [2] = "backup" }

local fields = {}
local function field(constructor, name, ...)
  local made = constructor("ipvs_genl." .. name, ...)
  fields[#fields + 1] = made
  return made
end

local f_cmd = field(ProtoField.uint8, "cmd", "Command", base.DEC, commands)
local f_version = field(ProtoField.uint8, "version", "Family version")
local f_attr = field(ProtoField.bytes, "unknown", "Unknown attribute")
local f_nest = field(ProtoField.none, "nest", "Nest")
local e_malformed = ProtoExpert.new("ipvs_genl.malformed", "Attribute of a wrong length", expert.group.MALFORMED,
                                    expert.severity.ERROR)

-- Readers: each adds its field to `tree` for the payload `value` of an attribute; `order` is the byte order of
-- the host, `context` what is known from around it. They return the text for the line of the attribute's nest.
local function check(tree, value, length)
  if value:len() == length then return true end
  tree:add_proto_expert_info(e_malformed)
  return false
end

-- A number of the host.
local function number(name, title, bytes, values, display)
  local constructor = ({ [1] = ProtoField.uint8, [2] = ProtoField.uint16, [4] = ProtoField.uint32,
                         [8] = ProtoField.uint64 })[bytes]
  local made = field(constructor, name, title, display or base.DEC, values)
  return function(tree, value, order)
    if not check(tree, value, bytes) then return end
    if order == ENC_LITTLE_ENDIAN then tree:add_le(made, value) else tree:add(made, value) end
  end
end

-- The weight is read as signed.
local function signed(name, title)
  local made = field(ProtoField.int32, name, title)
  return function(tree, value, order)
    if not check(tree, value, 4) then return end
    if order == ENC_LITTLE_ENDIAN then tree:add_le(made, value) else tree:add(made, value) end
  end
end

-- A port in network order.
local function port(name, title)
  local made = field(ProtoField.uint16, name, title, base.DEC)
  return function(tree, value)
    if check(tree, value, 2) then tree:add(made, value) end
  end
end

local function text(name, title)
  local made = field(ProtoField.stringz, name, title)
  return function(tree, value) tree:add(made, value) end
end

-- An address, whose family stands beside it: 16 bytes in answers, fewer in some requests.
local function address(name, title)
  local v4 = field(ProtoField.ipv4, name, title)
  local v6 = field(ProtoField.ipv6, name .. "6", title)
  local raw = field(ProtoField.bytes, name .. ".raw", title)
  return function(tree, value, _, context)
    if context.af == AF_INET and value:len() >= 4 then
      tree:add(v4, value(0, 4))
    elseif context.af == AF_INET6 and value:len() == 16 then
      tree:add(v6, value)
    else
      tree:add(raw, value)
    end
  end
end

local function plain_v4(name, title)
  local made = field(ProtoField.ipv4, name, title)
  return function(tree, value)
    if check(tree, value, 4) then tree:add(made, value) end
  end
end

local function plain_v6(name, title)
  local made = field(ProtoField.ipv6, name, title)
  return function(tree, value)
    if value:len() >= 16 then tree:add(made, value(0, 16)) else tree:add_proto_expert_info(e_malformed) end
  end
end

local flag_bits = {
  { 0x01, "persistent", "Persistent" }, { 0x02, "hashed", "Hashed" }, { 0x04, "one_packet", "One packet" },
  { 0x08, "sched1", "Scheduler flag 1" }, { 0x10, "sched2", "Scheduler flag 2" },
  { 0x20, "sched3", "Scheduler flag 3" },
}

-- FLAGS: the flags, and which of them count.
local function flags(name, title)
  local made = field(ProtoField.uint32, name, title, base.HEX)
  local mask = field(ProtoField.uint32, name .. ".mask", title .. " mask", base.HEX)
  local bits = {}
  for i, bit in ipairs(flag_bits) do
    bits[i] = field(ProtoField.bool, name .. "." .. bit[2], bit[3], 32, nil, bit[1])
  end
  return function(tree, value, order)
    if not check(tree, value, 8) then return end
    local le = order == ENC_LITTLE_ENDIAN
    local function add(to, what, where) return le and to:add_le(what, where) or to:add(what, where) end
    local inside = add(tree, made, value(0, 4))
    for _, bit in ipairs(bits) do add(inside, bit, value(0, 4)) end
    add(tree, mask, value(4, 4))
  end
end

-- IPv4: a mask in network order. IPv6: a prefix length, a number of the host.
local function netmask(name, title)
  local v4 = field(ProtoField.ipv4, name, title)
  local v6 = field(ProtoField.uint32, name .. ".prefix", title .. " (prefix length)")
  return function(tree, value, order, context)
    if not check(tree, value, 4) then return end
    if context.af ~= AF_INET6 then
      tree:add(v4, value)
    elseif order == ENC_LITTLE_ENDIAN then
      tree:add_le(v6, value)
    else
      tree:add(v6, value)
    end
  end
end

local walk -- below: nests are walked by what they are made of

local function nest(attributes)
  return function(tree, value, order, context) walk(tree, value, order, attributes(), context) end
end

-- Statistics: the same ten numbers twice, in the old nest mostly 32 bits wide.
local function stats(name, wide)
  local titles = { "Connections", "Incoming packets", "Outgoing packets", "Incoming bytes", "Outgoing bytes",
                   "Connections/s", "Incoming packets/s", "Outgoing packets/s", "Incoming bytes/s",
                   "Outgoing bytes/s" }
  local names = { "conns", "inpkts", "outpkts", "inbytes", "outbytes", "cps", "inpps", "outpps", "inbps", "outbps" }
  local attributes = { [11] = { "PAD", function() end } }
  for i, short in ipairs(names) do
    local bytes = (wide or i == 4 or i == 5) and 8 or 4
    attributes[i] = { short:upper(), number(name .. "." .. short, titles[i], bytes) }
  end
  return function() return attributes end
end

-- Attributes by number: name, reader. "family" marks the attribute that tells the family of the addresses beside.
local dest = {
  family = 11,
  [1] = { "ADDR", address("dest.addr", "Address") },
  [2] = { "PORT", port("dest.port", "Port") },
  [3] = { "FWD_METHOD", number("dest.fwd_method", "Forwarding method", 4, methods) },
  [4] = { "WEIGHT", signed("dest.weight", "Weight") },
  [5] = { "U_THRESH", number("dest.u_thresh", "Upper threshold", 4) },
  [6] = { "L_THRESH", number("dest.l_thresh", "Lower threshold", 4) },
  [7] = { "ACTIVE_CONNS", number("dest.active_conns", "Active connections", 4) },
  [8] = { "INACT_CONNS", number("dest.inact_conns", "Inactive connections", 4) },
  [9] = { "PERSIST_CONNS", number("dest.persist_conns", "Persistent connections", 4) },
  [10] = { "STATS", nest(stats("dest.stats", false)) },
  [11] = { "ADDR_FAMILY", number("dest.addr_family", "Address family", 2, families) },
  [12] = { "STATS64", nest(stats("dest.stats64", true)) },
  [13] = { "TUN_TYPE", number("dest.tun_type", "Tunnel type", 1, tunnels) },
  [14] = { "TUN_PORT", port("dest.tun_port", "Tunnel port") },
  [15] = { "TUN_FLAGS", number("dest.tun_flags", "Tunnel flags", 2, nil, base.HEX) },
}

local dests = { [1] = { "DEST", nest(function() return dest end) } }

local service = {
  family = 1,
  [1] = { "AF", number("service.af", "Address family", 2, families) },
  [2] = { "PROTOCOL", number("service.protocol", "Protocol", 2, protocols) },
  [3] = { "ADDR", address("service.addr", "Address") },
  [4] = { "PORT", port("service.port", "Port") },
  [5] = { "FWMARK", number("service.fwmark", "Firewall mark", 4) },
  [6] = { "SCHED_NAME", text("service.sched_name", "Scheduler") },
  [7] = { "FLAGS", flags("service.flags", "Flags") },
  [8] = { "TIMEOUT", number("service.timeout", "Persistence timeout", 4) },
  [9] = { "NETMASK", netmask("service.netmask", "Netmask") },
  [10] = { "STATS", nest(stats("service.stats", false)) },
  [11] = { "PE_NAME", text("service.pe_name", "Persistence engine") },
  [12] = { "STATS64", nest(stats("service.stats64", true)) },
  [13] = { "DESTS", nest(function() return dests end) },
}

local daemon = {
  [1] = { "STATE", number("daemon.state", "State", 4, states) },
  [2] = { "MCAST_IFN", text("daemon.mcast_ifn", "Multicast interface") },
  [3] = { "SYNC_ID", number("daemon.sync_id", "Sync id", 4) },
  [4] = { "SYNC_MAXLEN", number("daemon.sync_maxlen", "Longest sync message", 2) },
  [5] = { "MCAST_GROUP", plain_v4("daemon.mcast_group", "Multicast group") },
  [6] = { "MCAST_GROUP6", plain_v6("daemon.mcast_group6", "Multicast group") },
  [7] = { "MCAST_PORT", number("daemon.mcast_port", "Multicast port", 2) },
  [8] = { "MCAST_TTL", number("daemon.mcast_ttl", "Multicast TTL", 1) },
}

local top = {
  [1] = { "SERVICE", nest(function() return service end) },
  [2] = { "DEST", nest(function() return dest end) },
  [3] = { "DAEMON", nest(function() return daemon end) },
  [4] = { "TIMEOUT_TCP", number("timeout.tcp", "TCP timeout", 4) },
  [5] = { "TIMEOUT_TCP_FIN", number("timeout.tcp_fin", "TCP FIN timeout", 4) },
  [6] = { "TIMEOUT_UDP", number("timeout.udp", "UDP timeout", 4) },
}

-- The answer to GET_INFO has a numbering of its own.
local info = {
  [1] = { "VERSION", number("info.version", "Version", 4, nil, base.HEX) },
  [2] = { "CONN_TAB_SIZE", number("info.conn_tab_size", "Size of the connection table", 4) },
}

local function u16(value, order)
  if order == ENC_LITTLE_ENDIAN then return value:le_uint() else return value:uint() end
end

-- Calls visit(type, whole, payload) for each attribute; gives the rest that is none.
local function each(range, order, visit)
  local at = 0
  while range and at + 4 <= range:len() do
    local length = u16(range(at, 2), order)
    if length < 4 or at + length > range:len() then break end
    local kind = bit.band(u16(range(at + 2, 2), order), 0x3fff)
    visit(kind, range(at, length), length > 4 and range(at + 4, length - 4) or nil)
    at = at + math.floor((length + 3) / 4) * 4
  end
  return range and at < range:len() and range(at) or nil
end

-- The family of the addresses in a nest: told in it, or the one of the service around it; without either (old
-- kernels' destinations) an address whose last twelve bytes are 0 is IPv4.
local function family_of(range, order, attributes, context)
  local af
  local guess
  each(range, order, function(kind, _, value)
    if kind == attributes.family and value and value:len() == 2 then af = u16(value, order) end
    if attributes[kind] and attributes[kind][1] == "ADDR" and value then
      local rest = value:len() == 16 and value(4, 12):bytes():tohex() or ""
      guess = rest:find("[^0]") and AF_INET6 or AF_INET
    end
  end)
  if af and af ~= 0 then return af end
  return context.service_af or guess
end

walk = function(tree, range, order, attributes, context)
  if attributes.family then
    local af = family_of(range, order, attributes, context)
    context = { af = af, service_af = attributes == service and af or context.service_af, shared = context.shared }
    -- The destination of a request stands beside its service, not in it.
    if attributes == service then context.shared.service_af = af end
  end
  local rest = each(range, order, function(kind, whole, value)
    local known = attributes[kind]
    if not known then
      tree:add(f_attr, whole):append_text(" (" .. kind .. ")")
      return
    end
    local item = tree:add(f_nest, whole)
    item:set_text(known[1])
    if value then known[2](item, value, order, context) end
  end)
  if rest then tree:add_proto_expert_info(e_malformed) end
end

-- Captures are in the byte order of the host they were made on, which a script is not told. An attribute's length
-- says: read the wrong way round it would be longer than the message.
local function order_of(buffer)
  if buffer:len() >= 6 and buffer(4, 2):le_uint() <= buffer:len() - 4 then return ENC_LITTLE_ENDIAN end
  return buffer:len() >= 6 and ENC_BIG_ENDIAN or ENC_LITTLE_ENDIAN
end

ipvs.fields = fields
ipvs.experts = { e_malformed }

-- Called with the message from the generic netlink header on.
function ipvs.dissector(buffer, packet, tree)
  if buffer:len() < 4 then return 0 end
  local command = buffer(0, 1):uint()
  local order = order_of(buffer)
  packet.cols.protocol = "IPVS"
  local name = commands[command] or ("command " .. command)
  packet.cols.info:append((tostring(packet.cols.info) == "" and "" or ", ") .. name)
  local branch = tree:add(ipvs, buffer())
  branch:append_text(", " .. name)
  branch:add(f_cmd, buffer(0, 1))
  branch:add(f_version, buffer(1, 1))
  if buffer:len() > 4 then
    local shared = {}
    local context = setmetatable({ shared = shared }, { __index = shared })
    walk(branch, buffer(4), order, command == SET_INFO and info or top, context)
  end
  return buffer:len()
end

DissectorTable.get("genl.family"):add("IPVS", ipvs)
