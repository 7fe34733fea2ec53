"""Rules about #include: dependencies point one way (uapi <- sim <- laws <- tools; uapi <- client; proptests on top)."""

from sources import Finding, includes, public_folder, resolve

# Which rooms a room may include.
ROOMS = {
    "uapi": {"uapi"},
    "sim": {"uapi", "sim"},
    "client": {"uapi", "client"},
    "laws": {"uapi", "sim", "laws"},
    "tools": {"uapi", "sim", "client", "laws", "tools"},
    "proptests": {"uapi", "sim", "client", "laws", "tools", "proptests"},
}

# The same inside a room that has rooms of its own; "" is the folder itself (sim/kernel.h, client/client.h).
# "include" holds the public headers, on which all may stand.
_BELOW = {"include", "base", "wire", "genl", "ipvs", "ipvs_genl", "ipvs_proc", "ipvs_sockopt"}
_CLIENT = {"", "include", "values", "text", "bytes", "netlink"}
INNER_ROOMS = {
    "sim": {
        "include": {"include"},
        "base": {"include", "base"},
        "wire": {"include", "base", "wire"},
        "genl": {"include", "base", "wire", "genl"},
        "ipvs": {"include", "base", "ipvs"},
        # Three ways to the same state: netlink, the text of /proc, structures in memory.
        "ipvs_genl": {"include", "base", "wire", "genl", "ipvs", "ipvs_genl"},
        "ipvs_proc": {"include", "base", "ipvs", "ipvs_proc"},
        "ipvs_sockopt": {"include", "base", "wire", "ipvs", "ipvs_sockopt"},
        "": _BELOW | {""},
        "endpoint": _BELOW | {"", "endpoint"},
        # The public headers' sources; nl is the one of them that stands on libnl.
        "nl": {"include"},
        "face": _BELOW | {"", "endpoint", "face"},
        # Helpers of the tests, which stand above all; only tests include them.
        "testing": _BELOW | {"", "endpoint", "face", "testing"},
    },
    "client": {
        "include": {"include"},
        "values": {"include", "values"},
        "text": {"include", "values", "text"},
        "bytes": {"include", "values", "bytes"},
        "netlink": {"include", "values", "bytes", "netlink"},
        "": _CLIENT,
        "testing": _CLIENT | {"testing"},
    },
}
ORDER = {
    "sim": "include <- base; base <- wire <- genl, base <- ipvs, ipvs_genl joins them, sim/*.h above, endpoint on top",
    "client": "include <- values <- text, values <- bytes <- netlink, client/*.h on top",
}

ABI_CHECK = "uapi/abi_check_test.cpp"
LIBNL_HANDLE = "client/netlink/handle.h"


def _inner_room(path):
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
                if target.split("/")[0] in ROOMS or target.startswith("ipvsim/"):
                    yield Finding(source.path, line, f"<{target}> is a file of ours",
                                  f'write #include "{target}"')
                continue
            path = resolve(target, paths)
            if path is None:
                yield Finding(source.path, line, f'"{target}" is no file of this repository',
                              "write includes of ours relative to the root, includes of others in angle brackets")
                continue
            room = path.split("/")[0]
            if room not in ROOMS[source.room]:
                yield Finding(source.path, line, f"{source.room}/ must not include {room}/ (\"{target}\")",
                              "uapi <- sim <- laws <- tools, uapi <- client, proptests on top: move the code up, or the"
                              " number down into uapi/")
            elif source.room == room and room in INNER_ROOMS and not source.is_test_code:
                yield from _check_inside(source, line, target, path)


def _check_inside(source, line, target, path):
    room, here, there = source.room, _inner_room(source.path), _inner_room(path)
    allowed = INNER_ROOMS[room].get(here)
    if allowed is None:
        yield Finding(source.path, line, f"{room}/{here}/ is a room that tidy does not know",
                      "say in INNER_ROOMS of tools/tidy/rules_includes.py what it may include")
    elif there not in allowed:
        yield Finding(source.path, line, f"{room}/{here or '*'} must not include {room}/{there or '*'} (\"{target}\")",
                      ORDER[room])


# Public headers for the users of a test library, which they stand on.
KITS = {"sim/include/ipvsim/gtest.h": "gmock", "sim/include/ipvsim/rapidcheck.h": "rapidcheck"}


def check_public_headers(sources):
    """A public header stands on public headers of its library and the standard library: its user has nothing else."""
    paths = {source.path for source in sources}
    for source in sources:
        folder = public_folder(source.path)
        if folder is None:
            continue
        for line, target, quoted in includes(source):
            own = quoted and (resolve(target, paths) or "").startswith(folder)
            kit = KITS.get(source.path, "")
            standard = not quoted and ("/" not in target or target.startswith("sys/") or target.split("/")[0] == kit)
            if not own and not standard:
                yield Finding(source.path, line, f"a public header includes {target}",
                              f"declare what is needed here or in {folder}; its users have no other folder of ours")


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
            inside = source.path.endswith(".cpp") and (source.room == "client" or source.path.startswith("sim/nl/"))
            if target.startswith("netlink/") and not inside and source.path != LIBNL_HANDLE:
                yield Finding(source.path, line, f"libnl's <{target}> outside the client's inside",
                              f"keep libnl behind client/*.cpp, sim/nl/*.cpp and {LIBNL_HANDLE}")
