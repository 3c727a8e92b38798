// Preloaded into a program, ends it with SIGKILL in the place of the Nth call that changes a file:
// that writes to one, or gives or takes a name. N is KILL_POINT; calls on pipes do not count.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

static void count(void) {
    static long point = -1;
    if (point < 0) {
        const char *text = getenv("KILL_POINT");
        point = text ? atol(text) : 0;
    }
    if (point > 0 && atomic_fetch_add(&calls, 1) + 1 == point) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
}

static void count_file(int descriptor) {
    struct stat status;
    int kept = errno;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) count();
    errno = kept;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define ON_FILE(type, name, parameters, arguments)      \
    type name parameters {                              \
        static __typeof__(&name) real;                  \
        if (!real) real = REAL(name);                   \
        count_file(descriptor);                         \
        return real arguments;                          \
    }

#define ON_NAME(name, parameters, arguments)            \
    int name parameters {                               \
        static __typeof__(&name) real;                  \
        if (!real) real = REAL(name);                   \
        count();                                        \
        return real arguments;                          \
    }

ON_FILE(ssize_t, write, (int descriptor, const void *bytes, size_t size), (descriptor, bytes, size))
ON_FILE(ssize_t, pwrite, (int descriptor, const void *bytes, size_t size, off_t offset),
    (descriptor, bytes, size, offset))
ON_FILE(ssize_t, pwrite64, (int descriptor, const void *bytes, size_t size, off64_t offset),
    (descriptor, bytes, size, offset))
ON_FILE(int, ftruncate, (int descriptor, off_t size), (descriptor, size))
ON_FILE(int, ftruncate64, (int descriptor, off64_t size), (descriptor, size))
ON_NAME(unlink, (const char *path), (path))
ON_NAME(rmdir, (const char *path), (path))
ON_NAME(mkdir, (const char *path, mode_t mode), (path, mode))
ON_NAME(rename, (const char *from, const char *to), (from, to))
ON_NAME(link, (const char *from, const char *to), (from, to))

#define OPENS(name)                                     \
    int name(const char *path, int flags, ...) {        \
        static __typeof__(&name) real;                  \
        va_list rest;                                   \
        va_start(rest, flags);                          \
        int mode = va_arg(rest, int);                   \
        va_end(rest);                                   \
        if (!real) real = REAL(name);                   \
        if (flags & (O_CREAT | O_TRUNC)) count();       \
        return real(path, flags, mode);                 \
    }

OPENS(open)
OPENS(open64)

long syscall(long number, ...) {
    static __typeof__(&syscall) real;
    long a[6];
    va_list rest;
    va_start(rest, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
    va_end(rest);
    if (!real) real = REAL(syscall);
    if (number == SYS_renameat2) count();
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
