#ifndef CEDITLINE_H
#define CEDITLINE_H

/*
 * libedit as Swift can call it: `el_set` and `el_get` are variadic and the standard streams are
 * global variables, neither of which Swift 6 imports, so each shape of call that pushsh needs has
 * a typed face here.
 *
 * Text crosses as UTF-32 code points, because `wchar_t` differs in sign between architectures.
 */

#include <stddef.h>
#include <stdint.h>

/* One libedit editor together with the streams that belong to it. */
typedef struct ce_editor ce_editor;

/* Reads one code point into `key`: 1 for a key, 0 at the end of input, -1 to stop editing. */
typedef int (*ce_read_key)(void *context, uint32_t *key);

/* Runs the command of a slot and returns one of the `CE_DONE` ... `CE_BEEP` results. */
typedef int (*ce_run_command)(void *context, int slot);

/* What libedit does after a command: nothing, notice a changed text, end the line, or beep. */
enum { CE_DONE = 0, CE_END_LINE = 2, CE_CHANGED = 4, CE_BEEP = 6 };

/* The number of command slots that `ce_add` accepts. */
enum { CE_SLOTS = 40 };

/*
 * Opens an editor on the terminal `input`; `screen` is the terminal whose size counts.
 * libedit's own drawing is thrown away: the caller draws. Returns NULL when either is not a
 * terminal. A terminal of more than a million cells has a smaller size until `ce_close`.
 */
ce_editor *ce_open(const char *program, int input, int screen, void *context, ce_read_key read_key,
                   ce_run_command run_command);

/* Restores the terminal to what `ce_open` found, keeping type-ahead, and frees the editor. */
void ce_close(ce_editor *editor);

/* Reads the user's editrc: $EDITRC, or ~/.editrc. Call it before `ce_bind`. */
void ce_source(ce_editor *editor);

/* Tells whether the editrc chose the vi key maps. */
int ce_is_vi(ce_editor *editor);

/* Names the command of a slot, so that `ce_bind` and an editrc can refer to it. */
int ce_add(ce_editor *editor, int slot, const char *name, const char *help);

/* Binds a key sequence (libedit's notation) to a named command, in both key maps. */
int ce_bind(ce_editor *editor, const char *keys, const char *name);

/* Binds keys in the map of vi's command mode alone. */
int ce_bind_alternative(ce_editor *editor, const char *keys, const char *name);

/* Edits one line until a command ends it; the text is to be taken by that command. */
int ce_edit(ce_editor *editor);

/* The text being edited, its length and the cursor; valid until the text changes. */
const uint32_t *ce_text(ce_editor *editor, size_t *length, size_t *cursor);

/* Inserts NUL-terminated text at the cursor; 0 when done, -1 when memory is short. */
int ce_insert(ce_editor *editor, const uint32_t *text);

/* Deletes `count` code points before the cursor. */
void ce_delete_before(ce_editor *editor, size_t count);

/* Moves the cursor by `offset` code points. */
void ce_move(ce_editor *editor, long offset);

/* Switches the terminal to editing (1) or to what commands expect (0). */
void ce_raw(ce_editor *editor, int on);

/* Tells whether libedit beeped since the last call. */
int ce_take_beep(ce_editor *editor);

/* Makes LC_CTYPE a UTF-8 locale; 0 when none is installed. */
int ce_use_utf8(void);

/*
 * Signals as bytes: from `ce_signals_watch` until `ce_signals_release`, each watched signal
 * writes its number to `fd`. The earlier handlers come back on release. One watch at a time.
 */
void ce_signals_watch(int fd);
void ce_signals_release(void);

/* Counts SIGINT instead of dying of it, and writes a byte to `fd` (unless -1), until released. */
void ce_interrupt_watch(int fd);
void ce_interrupt_release(void);

/* Lets SIGTERM and SIGHUP count like SIGINT, until released; while SIGINT is watched only. */
void ce_interrupt_watch_ends(void);

/* The last signal that was counted, or else SIGINT. */
int ce_interrupt_signal(void);

/* The interrupts since the last reset. */
int ce_interrupt_count(void);
void ce_interrupt_reset(void);

/* Opens a pipe that neither blocks nor is inherited; -1 when no descriptors are left. */
int ce_pipe(int *ends);

/* The terminal's columns and rows; 0 when `fd` is not a terminal or does not know. */
void ce_size(int fd, int *columns, int *rows);

/* Ends this process when its parent `parent` ends, by whatever signal that was. */
void ce_end_with(int parent);

/*
 * Divides this process, which must have one thread: 0 in the child, which ends with its parent, the
 * child's number in the parent, and -1 where that cannot be.
 */
int ce_fork(void);

#endif
