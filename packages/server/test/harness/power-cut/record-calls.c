/*
 * Loaded into a server (LD_PRELOAD), notes in the order in which they happen what it does to the files below one
 * folder, and what it sends: what is on a disk after a power cut follows from that. Each call is made and noted under
 * one lock, so that the log has the order of the calls.
 *
 * A record: kind (1 byte), id of the open file (4), offset or size or flag (8), length of the path (4), length of the
 * data (4), path, data. Numbers are those of the machine.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static char folder[4096];
static size_t folder_length;
/* What each open file is: the id under which it was opened, 0 for what is of no interest here. */
static struct {
  int32_t id;
  dev_t device;
  ino_t inode;
} open_files[MOST_FILES];
static int32_t last_id;

__attribute__((constructor)) static void begin(void) {
  const char *log = getenv("CREWROOM_RECORD_LOG");
  const char *of = getenv("CREWROOM_RECORD_FOLDER");
  if (!log || !of) return;
  strncpy(folder, of, sizeof folder - 1);
  folder_length = strlen(folder);
  log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void raw_write(const void *from, size_t length) {
  const char *at = from;
  while (length > 0) {
    long written = syscall(SYS_write, log_file, at, length);
    if (written <= 0) abort();
    at += written;
    length -= (size_t)written;
  }
}

static void note(char kind, int32_t id, int64_t number, const char *path, const void *data, size_t length) {
  char head[21];
  uint32_t path_length = path ? (uint32_t)strlen(path) : 0;
  uint32_t data_length = (uint32_t)length;
  head[0] = kind;
  memcpy(head + 1, &id, 4);
  memcpy(head + 5, &number, 8);
  memcpy(head + 13, &path_length, 4);
  memcpy(head + 17, &data_length, 4);
  raw_write(head, sizeof head);
  if (path_length) raw_write(path, path_length);
  if (data_length) raw_write(data, data_length);
}

/* The absolute path, where it is one of the folder; the wal-index is not: every start makes it new. */
static const char *ours(const char *path, char *into, size_t size) {
  size_t length;
  if (log_file < 0 || !path) return NULL;
  if (path[0] == '/') {
    strncpy(into, path, size - 1);
    into[size - 1] = 0;
  } else {
    if (!getcwd(into, size)) return NULL;
    length = strlen(into);
    strncat(into, "/", size - length - 1);
    strncat(into, path, size - length - 2);
  }
  if (strncmp(into, folder, folder_length) != 0) return NULL;
  if (into[folder_length] != 0 && into[folder_length] != '/') return NULL;
  length = strlen(into);
  if (length > 4 && strcmp(into + length - 4, "-shm") == 0) return NULL;
  return into;
}

/* Files are also closed where it cannot be seen: a number may stand for something else by now. */
static int32_t id_of(int file) {
  struct stat status;
  if (log_file < 0 || file < 0 || file >= MOST_FILES || open_files[file].id == 0) return 0;
  if (fstat(file, &status) == 0 && status.st_dev == open_files[file].device &&
      status.st_ino == open_files[file].inode)
    return open_files[file].id;
  open_files[file].id = 0;
  return 0;
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static void opened(int file, const char *path, int flags, int was_there) {
  struct stat status;
  if (file < 0 || file >= MOST_FILES || fstat(file, &status) != 0) return;
  open_files[file].id = ++last_id;
  open_files[file].device = status.st_dev;
  open_files[file].inode = status.st_ino;
  if (S_ISDIR(status.st_mode)) {
    note('o', last_id, 2, path, NULL, 0);
    return;
  }
  note('o', last_id, was_there ? 0 : 1, path, NULL, 0);
  if (was_there && (flags & O_TRUNC)) note('t', last_id, 0, path, NULL, 0);
}

#define DEFINE_OPEN(function) \
  int function(const char *path, int flags, ...) { \
    char whole[4096]; \
    mode_t mode = 0; \
    va_list rest; \
    REAL(int, #function, const char *, int, ...); \
    va_start(rest, flags); \
    if (flags & (O_CREAT | O_TMPFILE)) mode = va_arg(rest, mode_t); \
    va_end(rest); \
    const char *mine = ours(path, whole, sizeof whole); \
    if (!mine) return real(path, flags, mode); \
    pthread_mutex_lock(&lock); \
    int was_there = access(path, F_OK) == 0; \
    int file = real(path, flags, mode); \
    opened(file, mine, flags, was_there); \
    pthread_mutex_unlock(&lock); \
    return file; \
  }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(function) \
  int function(int at, const char *path, int flags, ...) { \
    char whole[4096]; \
    mode_t mode = 0; \
    va_list rest; \
    REAL(int, #function, int, const char *, int, ...); \
    va_start(rest, flags); \
    if (flags & (O_CREAT | O_TMPFILE)) mode = va_arg(rest, mode_t); \
    va_end(rest); \
    const char *mine = at == AT_FDCWD || path[0] == '/' ? ours(path, whole, sizeof whole) : NULL; \
    if (!mine) return real(at, path, flags, mode); \
    pthread_mutex_lock(&lock); \
    int was_there = access(path, F_OK) == 0; \
    int file = real(at, path, flags, mode); \
    opened(file, mine, flags, was_there); \
    pthread_mutex_unlock(&lock); \
    return file; \
  }
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

/* Which sockets there are is found out when something is sent. */
static int is_socket(int file) {
  struct stat status;
  return log_file >= 0 && fstat(file, &status) == 0 && S_ISSOCK(status.st_mode);
}

ssize_t write(int file, const void *from, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  int32_t id = id_of(file);
  if (id == 0 && !is_socket(file)) return real(file, from, length);
  pthread_mutex_lock(&lock);
  if (id == 0) {
    /* Noted before: once it is sent it may be known anywhere. */
    note('n', file, 0, NULL, from, length);
    ssize_t sent = real(file, from, length);
    pthread_mutex_unlock(&lock);
    return sent;
  }
  int64_t at = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
  ssize_t written = real(file, from, length);
  if (written > 0) note('w', id, at, NULL, from, (size_t)written);
  pthread_mutex_unlock(&lock);
  return written;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  int32_t id = id_of(file);
  if (id == 0 && !is_socket(file)) return real(file, parts, count);
  pthread_mutex_lock(&lock);
  int64_t at = id == 0 ? 0 : lseek(file, 0, SEEK_CUR);
  if (id == 0) {
    for (int i = 0; i < count; i++) note('n', file, 0, NULL, parts[i].iov_base, parts[i].iov_len);
  }
  ssize_t written = real(file, parts, count);
  if (id != 0 && written > 0) {
    size_t left = (size_t)written;
    for (int i = 0; i < count && left > 0; i++) {
      size_t length = parts[i].iov_len < left ? parts[i].iov_len : left;
      note('w', id, at, NULL, parts[i].iov_base, length);
      at += (int64_t)length;
      left -= length;
    }
  }
  pthread_mutex_unlock(&lock);
  return written;
}

#define DEFINE_PWRITE(function, offset_type) \
  ssize_t function(int file, const void *from, size_t length, offset_type at) { \
    REAL(ssize_t, #function, int, const void *, size_t, offset_type); \
    int32_t id = id_of(file); \
    if (id == 0) return real(file, from, length, at); \
    pthread_mutex_lock(&lock); \
    ssize_t written = real(file, from, length, at); \
    if (written > 0) note('w', id, (int64_t)at, NULL, from, (size_t)written); \
    pthread_mutex_unlock(&lock); \
    return written; \
  }
DEFINE_PWRITE(pwrite, off_t)
DEFINE_PWRITE(pwrite64, off64_t)

#define DEFINE_SYNC(function) \
  int function(int file) { \
    REAL(int, #function, int); \
    int32_t id = id_of(file); \
    if (id == 0) return real(file); \
    pthread_mutex_lock(&lock); \
    int result = real(file); \
    if (result == 0) note('s', id, 0, NULL, NULL, 0); \
    pthread_mutex_unlock(&lock); \
    return result; \
  }
DEFINE_SYNC(fsync)
DEFINE_SYNC(fdatasync)

#define DEFINE_TRUNCATE(function, offset_type) \
  int function(int file, offset_type size) { \
    REAL(int, #function, int, offset_type); \
    int32_t id = id_of(file); \
    if (id == 0) return real(file, size); \
    pthread_mutex_lock(&lock); \
    int result = real(file, size); \
    if (result == 0) note('t', id, (int64_t)size, NULL, NULL, 0); \
    pthread_mutex_unlock(&lock); \
    return result; \
  }
DEFINE_TRUNCATE(ftruncate, off_t)
DEFINE_TRUNCATE(ftruncate64, off64_t)

int rename(const char *from, const char *to) {
  char whole_from[4096], whole_to[4096];
  REAL(int, "rename", const char *, const char *);
  const char *mine = ours(from, whole_from, sizeof whole_from);
  const char *theirs = ours(to, whole_to, sizeof whole_to);
  if (!mine || !theirs) return real(from, to);
  pthread_mutex_lock(&lock);
  int result = real(from, to);
  if (result == 0) note('r', 0, 0, mine, theirs, strlen(theirs));
  pthread_mutex_unlock(&lock);
  return result;
}

#define DEFINE_NAME(function, kind) \
  int function(const char *path) { \
    char whole[4096]; \
    REAL(int, #function, const char *); \
    const char *mine = ours(path, whole, sizeof whole); \
    if (!mine) return real(path); \
    pthread_mutex_lock(&lock); \
    int result = real(path); \
    if (result == 0) note(kind, 0, 0, mine, NULL, 0); \
    pthread_mutex_unlock(&lock); \
    return result; \
  }
DEFINE_NAME(unlink, 'u')
DEFINE_NAME(rmdir, 'u')

int mkdir(const char *path, mode_t mode) {
  char whole[4096];
  REAL(int, "mkdir", const char *, mode_t);
  const char *mine = ours(path, whole, sizeof whole);
  if (!mine) return real(path, mode);
  pthread_mutex_lock(&lock);
  int result = real(path, mode);
  if (result == 0) note('m', 0, 0, mine, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
