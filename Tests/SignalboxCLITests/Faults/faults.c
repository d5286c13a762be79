/* Makes one system call fail, for tests of the tool. The library is preloaded before the C library.
 *
 * FAULT_AT is the number of the failing call, counted from 1. FAULT_CODE is the number of the error, or 0
 * for a write of only one byte. A pipe never makes such a write: it accepts up to PIPE_BUF bytes either
 * completely or not at all (POSIX). The name of the failed call is written to the file FAULT_NOTE, so that
 * a test can determine whether there are more calls. Writing to standard error never fails, because the
 * tests read it. With FAULT_SCOPE=sockets, only calls for sockets and pipes are counted, except for the
 * standard streams. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long count;
static long at = -1;
static int code;
static const char *note;
static int is_about_sockets;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULT_AT");
  code = getenv("FAULT_CODE") ? atoi(getenv("FAULT_CODE")) : EIO;
  note = getenv("FAULT_NOTE");
  at = text ? atol(text) : -1;
  const char *scope = getenv("FAULT_SCOPE");
  is_about_sockets = scope && strcmp(scope, "sockets") == 0;
}

/* Returns whether calls with a descriptor are counted. */
static int counts(int file) {
  struct stat facts;
  if (!is_about_sockets) return 1;
  if (file <= 2 || syscall(SYS_fstat, file, &facts) != 0) return 0;
  return S_ISSOCK(facts.st_mode) || S_ISFIFO(facts.st_mode);
}

static int counts_name(const char *name) {
  static const char *const names[] = {"accept", "bind", "chmod", "close", "connect", "flock", "listen",
    "pipe", "poll", "read", "send", "shutdown", "socket", "write"};
  if (!is_about_sockets) return 1;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    if (strcmp(name, names[index]) == 0) return 1;
  return 0;
}

/* Returns whether this call must fail. */
static int is_due(const char *name) {
  if (at < 0 || !counts_name(name) || atomic_fetch_add(&count, 1) + 1 != at) return 0;
  int file = (int)syscall(SYS_openat, AT_FDCWD, note, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0) {
    syscall(SYS_write, file, name, strlen(name));
    syscall(SYS_close, file);
  }
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Defines a function that returns -1 if it fails. The error of a short write is that of a full disk. */
#define FAULTY(result, name, parameters, arguments) \
  result name parameters { \
    if (is_due(#name)) { \
      errno = code ? code : ENOSPC; \
      return (result)-1; \
    } \
    return REAL(name) arguments; \
  }

static mode_t mode_of(int flags, va_list list) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;
}

#define FAULTY_OPEN(name, parameters, arguments, last) \
  int name parameters { \
    va_list list; \
    va_start(list, last); \
    mode_t mode = mode_of(flags, list); \
    va_end(list); \
    if (is_due(#name)) { \
      errno = code ? code : ENOSPC; \
      return -1; \
    } \
    return REAL(name) arguments; \
  }

FAULTY_OPEN(open, (const char *path, int flags, ...), (path, flags, mode), flags)
FAULTY_OPEN(open64, (const char *path, int flags, ...), (path, flags, mode), flags)
FAULTY_OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), flags)
FAULTY_OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), flags)

ssize_t read(int file, void *bytes, size_t size) {
  if (counts(file) && is_due("read")) {
    errno = code ? code : ENOSPC;
    return -1;
  }
  return REAL(read)(file, bytes, size);
}

FAULTY(int, accept, (int file, struct sockaddr *restrict address, socklen_t *restrict size),
  (file, address, size))
FAULTY(int, bind, (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
FAULTY(int, chmod, (const char *path, mode_t mode), (path, mode))
FAULTY(int, flock, (int file, int operation), (file, operation))
FAULTY(int, listen, (int file, int size), (file, size))
FAULTY(int, pipe, (int ends[2]), (ends))
FAULTY(ssize_t, send, (int file, const void *bytes, size_t size, int flags), (file, bytes, size, flags))
FAULTY(int, shutdown, (int file, int how), (file, how))
FAULTY(int, socket, (int domain, int type, int protocol), (domain, type, protocol))
FAULTY(int, fsync, (int file), (file))
FAULTY(int, rename, (const char *from, const char *to), (from, to))
FAULTY(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
FAULTY(int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
FAULTY(int, stat, (const char *path, struct stat *facts), (path, facts))
FAULTY(int, lstat, (const char *path, struct stat *facts), (path, facts))
FAULTY(int, fstat, (int file, struct stat *facts), (file, facts))
FAULTY(int, fstatat, (int folder, const char *path, struct stat *facts, int flags),
  (folder, path, facts, flags))
FAULTY(int, mkdir, (const char *path, mode_t mode), (path, mode))
FAULTY(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
FAULTY(int, unlink, (const char *path), (path))
FAULTY(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
FAULTY(int, poll, (struct pollfd *files, nfds_t size, int timeout), (files, size, timeout))
FAULTY(int, connect, (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
FAULTY(ssize_t, readlinkat, (int folder, const char *path, char *bytes, size_t size),
  (folder, path, bytes, size))

/* Returns whether the file accepts this number of bytes either completely or not at all. */
static int is_whole(int file, size_t size) {
  struct stat facts;
  return size <= PIPE_BUF && syscall(SYS_fstat, file, &facts) == 0 && S_ISFIFO(facts.st_mode);
}

ssize_t write(int file, const void *bytes, size_t size) {
  if (file != 2 && counts(file) && is_due("write")) {
    if (code == 0 && size > 1) return REAL(write)(file, bytes, is_whole(file, size) ? size : 1);
    errno = code ? code : ENOSPC;
    return -1;
  }
  return REAL(write)(file, bytes, size);
}

/* The descriptor is closed even if the call fails, as on Linux. */
int close(int file) {
  int is_counted = counts(file);
  int result = REAL(close)(file);
  if (!is_counted || !is_due("close")) return result;
  errno = code ? code : EIO;
  return -1;
}

struct dirent *readdir(DIR *folder) {
  if (is_due("readdir")) {
    errno = code ? code : EIO;
    return NULL;
  }
  return REAL(readdir)(folder);
}

struct dirent64 *readdir64(DIR *folder) {
  if (is_due("readdir64")) {
    errno = code ? code : EIO;
    return NULL;
  }
  return REAL(readdir64)(folder);
}
