import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_a_while(void) {
  const char *ms = getenv("SLOW_FSYNC_MS");
  if (ms) usleep(atoi(ms) * 1000);
}
int fsync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  wait_a_while();
  return real(fd);
}
int fdatasync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
  wait_a_while();
  return real(fd);
}
`

/**
 * The environment of a process whose fsync takes so much longer in whatever thread calls it; null where that cannot be
 * made: it takes Linux and a C compiler.
 */
export function slowFsync(folder: string, ms: number): Readonly<Record<string, string>> | null {
  if (process.platform !== 'linux') return null
  const source = path.join(folder, 'slow-fsync.c')
  const library = path.join(folder, 'slow-fsync.so')
  writeFileSync(source, SOURCE)
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], {
    stdio: 'ignore',
  })
  return status === 0 ? { LD_PRELOAD: library, SLOW_FSYNC_MS: String(ms) } : null
}
