/* Statically linked: forks, execs its arguments in the child, and exits at once with 7. The child must be
 * served nevertheless. */
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  int alive[2];
  if (pipe(alive) != 0) return 2;
  pid_t child = fork();
  if (child < 0) return 2;
  if (child > 0) return 7;
  /* Not before the parent is gone: then we belong to somebody else. */
  char byte;
  close(alive[1]);
  if (read(alive[0], &byte, 1) != 0) return 2;
  execvp(argv[1], argv + 1);
  perror(argv[1]);
  return 1;
}
