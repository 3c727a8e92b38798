/* The floors that `scripts/bench` compares with: the same rows, moved by bare prepared statements.
 *
 * usage: bench-floor DATABASE ROUNDS
 *        bench-floor flush DATABASE EVENTS
 *
 * A round is what receive and tap leave behind: one notification and three events. In a file, each
 * of the two commands is a transaction of its own, as in pushsh; `:memory:` takes all in one.
 * A flush moves queued events to a second file, 500 at a time: a transaction there stores them with
 * their uuids, and one here marks them, so that neither file can lose what the other does not have.
 * Prints the rounds or events, and the seconds that they took.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *database;

static void check(int code) {
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) {
        fprintf(stderr, "bench-floor: %s\n", sqlite3_errmsg(database));
        exit(1);
    }
}

static void run(const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    return statement;
}

static void insert(sqlite3_stmt *statement, const char *first, const char *second, int time) {
    sqlite3_bind_text(statement, 1, first, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, second, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 3, time);
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static void report(int count, struct timespec start) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%d %.6f\n", count,
           (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
}

enum { BATCH = 500, COLUMNS = 7 };

static void fill_queue(int events) {
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
        "CREATE TABLE event(n INTEGER PRIMARY KEY, uuid TEXT, time INTEGER, type TEXT,"
        " campaign TEXT, message TEXT, user TEXT, token TEXT, state TEXT, upload INTEGER);"
        "CREATE INDEX queued ON event(n) WHERE state = 'queued'; BEGIN");
    sqlite3_stmt *insert = prepared(
        "WITH RECURSIVE i(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM i WHERE n < ?1) "
        "INSERT INTO event SELECT n, printf('10E2C468-65E9-4746-94D7-%012d', n), 1767225600 + n,"
        " 'open', 'cmp_bench', 'msg-' || n, 'cust-' || n % 1000, hex(zeroblob(80)), 'queued', NULL"
        " FROM i");
    sqlite3_bind_int(insert, 1, events);
    check(sqlite3_step(insert));
    check(sqlite3_reset(insert));
    run("COMMIT");
}

static sqlite3_stmt *prepared_there(sqlite3 *there, const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(there, sql, -1, &statement, NULL));
    return statement;
}

/* Moves a batch of what waits, and gives its size. */
static int move_batch(sqlite3 *there, int number) {
    static sqlite3_stmt *select, *insert, *keep, *mark;
    static char uuids[BATCH * 40];
    if (!select) {
        select = prepared("SELECT n, uuid, time, type, campaign, message, user, token FROM event"
                          " WHERE state = 'queued' ORDER BY n LIMIT 500");
        insert = prepared_there(there, "INSERT INTO event VALUES(?, ?, ?, ?, ?, ?, 'ios')");
        keep = prepared_there(there, "INSERT INTO batch(uuids) VALUES(?)");
        mark = prepared("UPDATE event SET state = 'uploaded', upload = ? WHERE n BETWEEN ? AND ?");
    }
    sqlite3_int64 first = 0, last = 0;
    int count = 0, length = 0;
    check(sqlite3_exec(there, "BEGIN IMMEDIATE", NULL, NULL, NULL));
    while (sqlite3_step(select) == SQLITE_ROW) {
        last = sqlite3_column_int64(select, 0);
        if (count++ == 0) first = last;
        length += sprintf(uuids + length, "%s\n", sqlite3_column_text(select, 1));
        for (int column = 2; column <= COLUMNS; column++)
            sqlite3_bind_value(insert, column - 1, sqlite3_column_value(select, column));
        check(sqlite3_step(insert));
        check(sqlite3_reset(insert));
    }
    check(sqlite3_reset(select));
    sqlite3_bind_text(keep, 1, uuids, length, SQLITE_STATIC);
    check(sqlite3_step(keep));
    check(sqlite3_reset(keep));
    check(sqlite3_exec(there, "COMMIT", NULL, NULL, NULL));
    if (count == 0) return 0;
    run("BEGIN IMMEDIATE");
    sqlite3_bind_int(mark, 1, number);
    sqlite3_bind_int64(mark, 2, first);
    sqlite3_bind_int64(mark, 3, last);
    check(sqlite3_step(mark));
    check(sqlite3_reset(mark));
    run("COMMIT");
    return count;
}

static int flush(const char *path, int events) {
    char other[4096];
    sqlite3 *there;
    snprintf(other, sizeof other, "%s-warehouse", path);
    check(sqlite3_open(path, &database));
    check(sqlite3_open(other, &there));
    fill_queue(events);
    check(sqlite3_exec(there,
                       "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                       "CREATE TABLE event(time INTEGER, type TEXT, campaign TEXT, message TEXT,"
                       " user TEXT, token TEXT, platform TEXT);"
                       "CREATE TABLE batch(n INTEGER PRIMARY KEY, uuids TEXT)",
                       NULL, NULL, NULL));
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int moved = 0, batch, number = 0;
    while ((batch = move_batch(there, ++number)) > 0) moved += batch;
    report(moved, start);
    return 0;
}

int main(int count, char **arguments) {
    if (count == 4 && strcmp(arguments[1], "flush") == 0)
        return flush(arguments[2], atoi(arguments[3]));
    if (count != 3) {
        fprintf(stderr, "usage: bench-floor DATABASE ROUNDS\n"
                        "       bench-floor flush DATABASE EVENTS\n");
        return 2;
    }
    int rounds = atoi(arguments[2]);
    int is_file = strcmp(arguments[1], ":memory:") != 0;
    check(sqlite3_open(arguments[1], &database));
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
        "CREATE TABLE notification(id TEXT PRIMARY KEY, payload TEXT, time INTEGER);"
        "CREATE TABLE event(n INTEGER PRIMARY KEY, type TEXT, record TEXT, time INTEGER);");
    sqlite3_stmt *notification = prepared("INSERT INTO notification VALUES(?1, ?2, ?3)");
    sqlite3_stmt *event = prepared("INSERT INTO event(type, record, time) VALUES(?1, ?2, ?3)");
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE");
    sqlite3_stmt *commit = prepared("COMMIT");

    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (!is_file) run("BEGIN");
    for (int round = 1; round <= rounds; round++) {
        char id[32], payload[256], record[256];
        snprintf(id, sizeof id, "msg-%d", round);
        snprintf(payload, sizeof payload,
                 "{\"td_campaign_id\":\"cmp_bench\",\"message_id\":\"%s\",\"title\":\"t\","
                 "\"body\":\"b\",\"link\":\"https://example.com/%d\"}", id, round);
        snprintf(record, sizeof record,
                 "{\"campaign_id\":\"cmp_bench\",\"message_id\":\"%s\",\"platform\":\"ios\"}", id);
        if (is_file) check((sqlite3_step(begin), sqlite3_reset(begin)));
        insert(notification, id, payload, round);
        insert(event, "delivery", record, round);
        if (is_file) {
            check((sqlite3_step(commit), sqlite3_reset(commit)));
            check((sqlite3_step(begin), sqlite3_reset(begin)));
        }
        insert(event, "open", record, round);
        insert(event, "link_open", record, round);
        if (is_file) check((sqlite3_step(commit), sqlite3_reset(commit)));
    }
    if (!is_file) run("COMMIT");
    report(rounds, start);
    return 0;
}
