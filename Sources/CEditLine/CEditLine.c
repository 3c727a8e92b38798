#define _GNU_SOURCE
#include "CEditLine.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "wchar_t holds a code point");

struct ce_editor {
    EditLine *line;
    FILE *input, *sink, *complaints;
    int fd;
    int beeped, is_smaller;
    struct termios before;
    struct winsize real;
    void *context;
    ce_read_key read_key;
    ce_run_command run_command;
};

static ce_editor *owner(EditLine *line) {
    void *found = NULL;
    el_get(line, EL_CLIENTDATA, &found);
    return found;
}

/* libedit draws into this stream; only its bell is of interest. */
static ssize_t sink_write(void *cookie, const char *bytes, size_t count) {
    if (memchr(bytes, '\a', count) != NULL) ((ce_editor *)cookie)->beeped = 1;
    return (ssize_t)count;
}

static int read_wide(EditLine *line, wchar_t *wide) {
    ce_editor *editor = owner(line);
    uint32_t key = 0;
    int status = editor->read_key(editor->context, &key);
    *wide = (wchar_t)key;
    return status;
}

static char *no_prompt(EditLine *line) {
    static char empty[1];
    (void)line;
    return empty;
}

/* A bound function learns only the last key of its sequence, so every slot has its own. */
#define SLOT(n) \
    static unsigned char slot_##n(EditLine *line, int key) { \
        ce_editor *editor = owner(line); \
        (void)key; \
        return (unsigned char)editor->run_command(editor->context, n); \
    }
#define EIGHT(a, b, c, d, e, f, g, h) \
    SLOT(a) SLOT(b) SLOT(c) SLOT(d) SLOT(e) SLOT(f) SLOT(g) SLOT(h)
EIGHT(0, 1, 2, 3, 4, 5, 6, 7)
EIGHT(8, 9, 10, 11, 12, 13, 14, 15)
EIGHT(16, 17, 18, 19, 20, 21, 22, 23)
EIGHT(24, 25, 26, 27, 28, 29, 30, 31)
EIGHT(32, 33, 34, 35, 36, 37, 38, 39)

static unsigned char (*const slots[CE_SLOTS])(EditLine *, int) = {
    slot_0,  slot_1,  slot_2,  slot_3,  slot_4,  slot_5,  slot_6,  slot_7,
    slot_8,  slot_9,  slot_10, slot_11, slot_12, slot_13, slot_14, slot_15,
    slot_16, slot_17, slot_18, slot_19, slot_20, slot_21, slot_22, slot_23,
    slot_24, slot_25, slot_26, slot_27, slot_28, slot_29, slot_30, slot_31,
    slot_32, slot_33, slot_34, slot_35, slot_36, slot_37, slot_38, slot_39,
};

static void discard(ce_editor *editor) {
    if (editor->input != NULL) fclose(editor->input);
    if (editor->sink != NULL) fclose(editor->sink);
    if (editor->complaints != NULL) fclose(editor->complaints);
    free(editor);
}

static FILE *duplicate(int fd, const char *mode) {
    int copy = dup(fd);
    if (copy < 0) return NULL;
    FILE *stream = fdopen(copy, mode);
    if (stream == NULL) close(copy);
    return stream;
}

/* More cells than any terminal has, and the most columns and rows of one that claims more. */
enum { MOST_CELLS = 1000000, MOST_LINES = 1000 };

/* Gives a terminal of an absurd size a smaller one. libedit asks for the size itself, at its start
   and before each line, and keeps two screens of as many cells, which would be gigabytes. */
static void shrink(ce_editor *editor) {
    struct winsize size;
    if (ioctl(editor->fd, TIOCGWINSZ, &size) != 0) return;
    if ((long)size.ws_col * size.ws_row <= MOST_CELLS) return;
    editor->real = size;
    if (size.ws_col > MOST_LINES) size.ws_col = MOST_LINES;
    if (size.ws_row > MOST_LINES) size.ws_row = MOST_LINES;
    if (ioctl(editor->fd, TIOCSWINSZ, &size) == 0) editor->is_smaller = 1;
}

ce_editor *ce_open(const char *program, int input, int screen, void *context, ce_read_key read_key,
                   ce_run_command run_command) {
    if (!isatty(screen)) return NULL;
    ce_editor *editor = calloc(1, sizeof *editor);
    if (editor == NULL) return NULL;
    editor->fd = input;
    editor->context = context;
    editor->read_key = read_key;
    editor->run_command = run_command;
    cookie_io_functions_t functions = {.write = sink_write};
    editor->input = duplicate(input, "r");
    editor->sink = fopencookie(editor, "w", functions);
    editor->complaints = duplicate(STDERR_FILENO, "w");
    if (editor->input == NULL || editor->sink == NULL || editor->complaints == NULL ||
        tcgetattr(input, &editor->before) != 0) {
        discard(editor);
        return NULL;
    }
    shrink(editor);
    /* libedit complains of terminals that it does not know; we can draw on them all the same. */
    editor->line =
        el_init_fd(program, editor->input, editor->sink, editor->sink, input, screen, screen);
    if (editor->line == NULL) {
        discard(editor);
        return NULL;
    }
    setvbuf(editor->complaints, NULL, _IONBF, 0);
    el_set(editor->line, EL_CLIENTDATA, editor);
    el_set(editor->line, EL_PROMPT, no_prompt);
    el_set(editor->line, EL_EDITOR, "emacs");
    el_wset(editor->line, EL_GETCFN, read_wide);
    /* ^C, ^Z and ^\ are keys while a line is edited: no signal can interrupt a change. */
    /* Both line ends come as they are: libedit exchanges them, and a line that is pasted with the
       two of Windows would look like two lines. */
    el_set(editor->line, EL_SETTY, "-d", "-isig", "-ixon", "-icrnl", "-inlcr", NULL);
    el_set(editor->line, EL_SETTY, "-q", "-isig", "-ixon", "-icrnl", "-inlcr", NULL);
    el_set(editor->line, EL_SETFP, 2, editor->complaints);
    return editor;
}

void ce_close(ce_editor *editor) {
    /* Without edit mode el_end does not flush the type-ahead; the terminal is restored here. */
    el_set(editor->line, EL_PREP_TERM, 0);
    el_set(editor->line, EL_EDITMODE, 0);
    el_end(editor->line);
    if (editor->is_smaller) ioctl(editor->fd, TIOCSWINSZ, &editor->real);
    while (tcsetattr(editor->fd, TCSADRAIN, &editor->before) != 0 && errno == EINTR) continue;
    discard(editor);
}

static FILE *open_editrc(void) {
    const char *named = getenv("EDITRC"), *home = getenv("HOME");
    char path[4096];
    if (named != NULL && *named != '\0') return fopen(named, "re");
    if (home == NULL || *home == '\0') return NULL;
    int length = snprintf(path, sizeof path, "%s/.editrc", home);
    return length < (int)sizeof path ? fopen(path, "re") : NULL;
}

/*
 * el_source stops at a blank line, and parses garbage after an unfinished quote: it takes the
 * tokenizer's results although there are none. So the lines are taken one by one here.
 */
void ce_source(ce_editor *editor) {
    FILE *file = open_editrc();
    if (file == NULL) return;
    Tokenizer *tokenizer = tok_init(NULL);
    char *line = NULL;
    size_t room = 0;
    while (tokenizer != NULL && getline(&line, &room, file) > 0) {
        int count = 0;
        const char **words = NULL;
        line[strcspn(line, "\n")] = '\0';
        tok_reset(tokenizer);
        if (tok_str(tokenizer, line, &count, &words) != 0 || count < 1) continue;
        if (*words[0] != '#') el_parse(editor->line, count, words);
    }
    free(line);
    if (tokenizer != NULL) tok_end(tokenizer);
    fclose(file);
    el_set(editor->line, EL_EDITMODE, 1);
}

int ce_is_vi(ce_editor *editor) {
    const char *name = NULL;
    return el_get(editor->line, EL_EDITOR, &name) == 0 && name != NULL && strcmp(name, "vi") == 0;
}

int ce_add(ce_editor *editor, int slot, const char *name, const char *help) {
    if (slot < 0 || slot >= CE_SLOTS) return -1;
    return el_set(editor->line, EL_ADDFN, name, help, slots[slot]);
}

int ce_bind(ce_editor *editor, const char *keys, const char *name) {
    el_set(editor->line, EL_BIND, "-a", keys, name, NULL);
    return el_set(editor->line, EL_BIND, keys, name, NULL);
}

int ce_bind_alternative(ce_editor *editor, const char *keys, const char *name) {
    return el_set(editor->line, EL_BIND, "-a", keys, name, NULL);
}

int ce_edit(ce_editor *editor) {
    int count = 0;
    shrink(editor);
    return el_wgets(editor->line, &count) == NULL ? 0 : count;
}

const uint32_t *ce_text(ce_editor *editor, size_t *length, size_t *cursor) {
    const LineInfoW *info = el_wline(editor->line);
    *length = (size_t)(info->lastchar - info->buffer);
    *cursor = (size_t)(info->cursor - info->buffer);
    return (const uint32_t *)info->buffer;
}

int ce_insert(ce_editor *editor, const uint32_t *text) {
    if (*text == 0) return 0;
    return el_winsertstr(editor->line, (const wchar_t *)text);
}

void ce_delete_before(ce_editor *editor, size_t count) {
    if (count > 0) el_deletestr(editor->line, (int)count);
}

void ce_move(ce_editor *editor, long offset) { el_cursor(editor->line, (int)offset); }

void ce_raw(ce_editor *editor, int on) { el_set(editor->line, EL_PREP_TERM, on); }

int ce_take_beep(ce_editor *editor) {
    fflush(editor->sink);
    int beeped = editor->beeped;
    editor->beeped = 0;
    return beeped;
}

int ce_use_utf8(void) {
    static const char *const names[] = {"C.UTF-8", "", "en_US.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_CTYPE, names[i]) == NULL) continue;
        if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
    }
    return 0;
}

static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
enum { WATCHED = sizeof watched / sizeof *watched };
static struct sigaction watched_before[WATCHED];
static volatile sig_atomic_t signal_fd = -1, interrupt_fd = -1, interrupts = 0, watching = 0;
static volatile sig_atomic_t interrupt_signal = SIGINT;
static const int interrupting[] = {SIGINT, SIGTERM, SIGHUP};
enum { INTERRUPTING = sizeof interrupting / sizeof *interrupting };
static struct sigaction interrupt_before[INTERRUPTING];
/* How many of them are watched, from the first. */
static int interrupt_watching = 0;

static void tell(int fd, int signal) {
    int saved = errno;
    unsigned char byte = (unsigned char)signal;
    /* A full pipe already says that something happened. */
    if (fd >= 0 && write(fd, &byte, 1) < 0) errno = saved;
    errno = saved;
}

static void on_signal(int signal) { tell(signal_fd, signal); }

static void on_interrupt(int signal) {
    interrupts = interrupts + 1;
    interrupt_signal = signal;
    tell(interrupt_fd, signal);
}

void ce_signals_watch(int fd) {
    if (watching) return;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    signal_fd = fd;
    for (int i = 0; i < WATCHED; i++) {
        sigaction(watched[i], &action, &watched_before[i]);
        /* A signal that the parent chose to ignore (nohup) stays ignored. */
        if (watched_before[i].sa_handler == SIG_IGN && watched[i] != SIGWINCH)
            sigaction(watched[i], &watched_before[i], NULL);
    }
    watching = 1;
}

void ce_signals_release(void) {
    if (!watching) return;
    for (int i = 0; i < WATCHED; i++) sigaction(watched[i], &watched_before[i], NULL);
    signal_fd = -1;
    watching = 0;
}

/* Watches the first `count` signals. */
static void watch_interrupting(int count) {
    /* Without SA_RESTART, a command that waits in a system call is woken. */
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    for (; interrupt_watching < count; interrupt_watching++) {
        int signal = interrupting[interrupt_watching];
        struct sigaction *before = &interrupt_before[interrupt_watching];
        sigaction(signal, &action, before);
        if (before->sa_handler == SIG_IGN) sigaction(signal, before, NULL);
    }
}

void ce_interrupt_watch(int fd) {
    interrupt_fd = fd;
    watch_interrupting(1);
}

void ce_interrupt_watch_ends(void) {
    if (interrupt_watching) watch_interrupting(INTERRUPTING);
}

void ce_interrupt_release(void) {
    if (!interrupt_watching) return;
    while (interrupt_watching > 0) {
        interrupt_watching--;
        sigaction(interrupting[interrupt_watching], &interrupt_before[interrupt_watching], NULL);
    }
    interrupt_fd = -1;
}

int ce_interrupt_signal(void) { return interrupt_signal; }

int ce_interrupt_count(void) { return interrupts; }

void ce_interrupt_reset(void) {
    interrupts = 0;
    interrupt_signal = SIGINT;
}

int ce_pipe(int *ends) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

void ce_size(int fd, int *columns, int *rows) {
    struct winsize size = {0};
    *columns = *rows = 0;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
    }
}

int ce_fork(void) {
    int parent = getpid();
    int child = fork();
    if (child == 0) ce_end_with(parent);
    return child;
}

void ce_end_with(int parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* It may have ended before it was asked for. */
    if (getppid() != parent) raise(SIGKILL);
}
