// Library to preload: counts calls that concern files below the directory FAIL_BELOW, writes them to the file FAIL_LOG,
// and lets one fail. The program begins to count by access("/fail-call/NUMBER/ERRNO"), and ends by the number -1; from 1
// on, a number is that of the call that fails.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static atomic_long calls;
static const char *below, *log_path;
static long fail_at = -1;
static int error_number;

__attribute__((constructor)) static void start(void) {
  below = getenv("FAIL_BELOW");
  log_path = getenv("FAIL_LOG");
}

// Count a call. Returns 1 if it is to fail, with errno set.
static int fails(const char *name, const char *path) {
  char full[PATH_MAX], line[PATH_MAX + 64];
  const char *under = path;
  int kept = errno;
  if (!below || !path || fail_at < 0) return 0;
  if (path[0] != '/') {
    if (!getcwd(full, PATH_MAX / 2)) return 0;
    strcat(full, "/");
    strncat(full, path, PATH_MAX / 2 - 1);
    under = full;
  }
  size_t length = strlen(below);
  if (strncmp(under, below, length) != 0 || (under[length] != '/' && under[length] != 0)) return 0;
  long at = atomic_fetch_add(&calls, 1) + 1;
  int size = snprintf(line, sizeof line, "%ld %s %s\n", at, name, under);
  int file = syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) {
    if (syscall(SYS_write, file, line, size) != size) abort();
    syscall(SYS_close, file);
  }
  errno = at == fail_at ? error_number : kept;
  return at == fail_at;
}

static int fails_of(const char *name, int fd) {
  if (fail_at < 0) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int kept = errno;
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  errno = kept;
  if (length <= 0 || path[0] != '/') return 0;
  path[length] = 0;
  return fails(name, path);
}

#define REAL(type, name, ...)                                                                                          \
  static type (*real)(__VA_ARGS__);                                                                                    \
  if (!real) real = dlsym(RTLD_NEXT, name)

#define OPEN(name)                                                                                                     \
  int name(const char *path, int flags, ...) {                                                                         \
    va_list more;                                                                                                      \
    va_start(more, flags);                                                                                             \
    int mode = flags & O_CREAT ? va_arg(more, int) : 0;                                                                \
    va_end(more);                                                                                                      \
    REAL(int, #name, const char *, int, ...);                                                                          \
    return fails(flags & O_CREAT ? "create" : "open", path) ? -1 : real(path, flags, mode);                            \
  }
OPEN(open)
OPEN(open64)

#define OF_FILE(type, name, parameters, ...)                                                                           \
  type name parameters {                                                                                               \
    static type(*real) parameters;                                                                                     \
    if (!real) real = dlsym(RTLD_NEXT, #name);                                                                         \
    return fails_of(#name, fd) ? -1 : real(__VA_ARGS__);                                                               \
  }
OF_FILE(ssize_t, read, (int fd, void *into, size_t size), fd, into, size)
OF_FILE(ssize_t, pread, (int fd, void *into, size_t size, off_t at), fd, into, size, at)
OF_FILE(ssize_t, pread64, (int fd, void *into, size_t size, off64_t at), fd, into, size, at)
OF_FILE(ssize_t, write, (int fd, const void *from, size_t size), fd, from, size)
OF_FILE(ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), fd, from, size, at)
OF_FILE(ssize_t, pwrite64, (int fd, const void *from, size_t size, off64_t at), fd, from, size, at)
OF_FILE(int, fsync, (int fd), fd)
OF_FILE(int, fdatasync, (int fd), fd)
OF_FILE(int, ftruncate64, (int fd, off64_t size), fd, size)

#define OF_PATH(type, name, parameters, ...)                                                                           \
  type name parameters {                                                                                               \
    static type(*real) parameters;                                                                                     \
    if (!real) real = dlsym(RTLD_NEXT, #name);                                                                         \
    return fails(#name, path) ? -1 : real(__VA_ARGS__);                                                                \
  }
OF_PATH(int, unlink, (const char *path), path)
OF_PATH(int, mkdir, (const char *path, mode_t mode), path, mode)
OF_PATH(int, rename, (const char *path, const char *to), path, to)
OF_PATH(int, scandir64,
        (const char *path, struct dirent64 ***names, int (*filter)(const struct dirent64 *),
         int (*compare)(const struct dirent64 **, const struct dirent64 **)),
        path, names, filter, compare)

int access(const char *path, int mode) {
  REAL(int, "access", const char *, int);
  long at;
  if (sscanf(path, "/fail-call/%ld/%d", &at, &error_number) == 2) {
    calls = 0;
    fail_at = at;
    return 0;
  }
  return fails("access", path) ? -1 : real(path, mode);
}

int bind(int fd, const struct sockaddr *address, socklen_t size) {
  REAL(int, "bind", int, const struct sockaddr *, socklen_t);
  int is_path = address->sa_family == AF_UNIX;
  if (is_path && fails("bind", ((const struct sockaddr_un *)address)->sun_path)) return -1;
  return real(fd, address, size);
}

// A file whose closing fails is closed all the same.
int close(int fd) {
  REAL(int, "close", int);
  int failed = fails_of("close", fd), error = errno, done = real(fd);
  if (failed) errno = error;
  return failed ? -1 : done;
}

// libuv closes files and looks at them by numbers of calls.
long syscall(long number, ...) {
  va_list more;
  long of[6];
  va_start(more, number);
  for (int at = 0; at < 6; at++) of[at] = va_arg(more, long);
  va_end(more);
  REAL(long, "syscall", long, ...);
  if (number == SYS_close) {
    int failed = fails_of("close", of[0]), error = errno, done = real(number, of[0]);
    if (failed) errno = error;
    return failed ? -1 : done;
  }
  if (number == SYS_statx) {
    const char *path = (const char *)of[1];
    if (path[0] != 0 ? fails("stat", path) : fails_of("stat", of[0])) return -1;
  }
  return real(number, of[0], of[1], of[2], of[3], of[4], of[5]);
}
