// The C library's switches.
#include "tools/bench/compare/memory.h"

#include <climits>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ipvsim::tools::bench {

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_MAX, 0);
#endif
}

}  // namespace ipvsim::tools::bench
