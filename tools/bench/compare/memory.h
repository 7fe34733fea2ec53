// How the measuring process holds its memory.
#pragma once

namespace ipvsim::tools::bench {

// From now on what is freed stays with the process. Otherwise a large table's memory goes back to the system
// after each read and is zeroed anew, page by page, in the next one, while a small table's stays: the curve
// of growth would show that. A program that reads tables again and again may do the same. For the whole
// process; where the C library has no such switch nothing happens.
void keep_freed_memory();

}  // namespace ipvsim::tools::bench
