"""Rule about sim/ below endpoint/: same seed, same bytes. No clock, entropy, environment, thread or I/O gets in."""

import re

from sources import Finding, code_only, includes

HEADERS = {
    "thread", "mutex", "shared_mutex", "condition_variable", "future", "semaphore", "barrier", "latch", "stop_token",
    "chrono", "ctime", "time.h", "random", "fstream", "iostream", "filesystem", "unistd.h", "fcntl.h", "poll.h",
    "pthread.h", "signal.h", "csignal", "sys/socket.h", "sys/time.h", "sys/random.h", "sys/epoll.h", "sys/eventfd.h",
    "sys/ioctl.h", "sys/stat.h", "sys/mman.h", "sys/syscall.h",
}

# Calls as a whole word, not as somebody's member.
_CALLS = ("time", "gettimeofday", "clock_gettime", "getenv", "secure_getenv", "setenv", "rand", "srand", "rand_r",
          "drand48", "getrandom", "getentropy", "arc4random", "getpid", "gettid", "usleep", "nanosleep", "sleep", "fopen")
CALL = re.compile(r"(?<![\w.>:])(?:std::|::)?(?:" + "|".join(_CALLS) + r")\s*\(")
NAME = re.compile(r"\bstd::(?:random_device|mt19937\w*|default_random_engine|chrono|thread|jthread|mutex|async|this_thread"
                  r"|atomic\w*)\b|\b__(?:DATE|TIME|TIMESTAMP)__\b")

_REMEDY = ("take time from sim/base/clock.h and chance from sim/base/rng.h; descriptors and threads live in"
           " sim/endpoint/")


def check_determinism(sources):
    for source in sources:
        if not source.is_cxx or source.room != "sim" or source.path.startswith(("sim/endpoint/", "sim/nl/")):
            continue
        for line, target, quoted in includes(source):
            if not quoted and target in HEADERS:
                yield Finding(source.path, line, f"<{target}> in sim/ outside endpoint/", _REMEDY)
        for number, line in enumerate(code_only(source.text).splitlines(), 1):
            match = CALL.search(line) or NAME.search(line)
            if match:
                yield Finding(source.path, number, f"\"{match.group(0).strip()}\" in sim/ outside endpoint/", _REMEDY)
