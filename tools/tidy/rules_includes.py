"""Rules about #include: dependencies point one way (design: uapi <- sim <- tools; uapi <- client; proptests on top)."""

from sources import Finding, includes

# Which rooms a room may include.
ROOMS = {
    "uapi": {"uapi"},
    "sim": {"uapi", "sim"},
    "client": {"uapi", "client"},
    "tools": {"uapi", "sim", "client", "tools"},
    "proptests": {"uapi", "sim", "client", "tools", "proptests"},
}

# The programs of this folder are the front door: they may use all, proptests too (`ipvsim explore` runs the laws).
FRONT_DOOR = "tools/ipvsim/"

# The same inside sim/; "" is the folder itself (sim/kernel.h, sim/profile.h).
_BELOW = {"base", "wire", "genl", "ipvs", "ipvs_genl", "ipvs_proc", "ipvs_sockopt"}
SIM_ROOMS = {
    "base": {"base"},
    "wire": {"base", "wire"},
    "genl": {"base", "wire", "genl"},
    "ipvs": {"base", "ipvs"},
    # Three ways to the same state: netlink, the text of /proc, structures in memory.
    "ipvs_genl": {"base", "wire", "genl", "ipvs", "ipvs_genl"},
    "ipvs_proc": {"base", "ipvs", "ipvs_proc"},
    "ipvs_sockopt": {"base", "wire", "ipvs", "ipvs_sockopt"},
    "": _BELOW | {""},
    "endpoint": _BELOW | {"", "endpoint"},
    # Helpers of the tests, which stand above all; only tests include them.
    "testing": _BELOW | {"", "endpoint", "testing"},
}

ABI_CHECK = "uapi/abi_check_test.cpp"
LIBNL_HANDLE = "client/handle.h"


def _sim_room(path):
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else ""


def check_direction(sources):
    """No include goes against the direction, and every include of ours is written from the root."""
    paths = {source.path for source in sources}
    for source in sources:
        if not source.is_cxx or source.room not in ROOMS:
            continue
        for line, target, quoted in includes(source):
            if not quoted:
                if target.split("/")[0] in ROOMS:
                    yield Finding(source.path, line, f"<{target}> is a file of ours",
                                  f'write #include "{target}"')
                continue
            if target not in paths:
                yield Finding(source.path, line, f'"{target}" is no file of this repository',
                              "write includes of ours relative to the root, includes of others in angle brackets")
                continue
            room = target.split("/")[0]
            allowed = ROOMS["proptests"] if source.path.startswith(FRONT_DOOR) else ROOMS[source.room]
            if room not in allowed:
                yield Finding(source.path, line, f"{source.room}/ must not include {room}/ (\"{target}\")",
                              "uapi <- sim <- tools, uapi <- client, proptests on top: move the code up, or the"
                              " number down into uapi/")
            elif source.room == "sim" and room == "sim" and not source.is_test_code:
                yield from _check_inside_sim(source, line, target)


def _check_inside_sim(source, line, target):
    here, there = _sim_room(source.path), _sim_room(target)
    allowed = SIM_ROOMS.get(here)
    if allowed is None:
        yield Finding(source.path, line, f"sim/{here}/ is a room that tidy does not know",
                      "say in SIM_ROOMS of tools/tidy/rules_includes.py what it may include")
    elif there not in allowed:
        yield Finding(source.path, line, f"sim/{here or '*'} must not include sim/{there or '*'} (\"{target}\")",
                      "base <- wire <- genl, base <- ipvs, ipvs_genl joins them, sim/*.h above, endpoint on top")


def check_system_headers(sources):
    """<linux/...> only in the ABI check; libnl only in client/*.cpp and the header with its handle."""
    for source in sources:
        if not source.is_cxx:
            continue
        for line, target, quoted in includes(source):
            if quoted:
                continue
            if target.startswith("linux/") and source.room in ("uapi", "sim") and source.path != ABI_CHECK:
                yield Finding(source.path, line, f"<{target}> in {source.room}/",
                              f"write the number down in uapi/; only {ABI_CHECK} looks at the system's headers")
            in_client = source.room == "client" and source.path.endswith(".cpp")
            if target.startswith("netlink/") and not in_client and source.path != LIBNL_HANDLE:
                yield Finding(source.path, line, f"libnl's <{target}> outside the client's inside",
                              f"keep libnl behind client/*.cpp and {LIBNL_HANDLE}")
