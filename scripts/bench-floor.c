/* The floor that `scripts/bench` reports: a replay's rows, inserted by bare prepared statements.
 *
 * usage: bench-floor DATABASE ROUNDS
 *
 * A round is what receive and tap leave behind: one notification and three events. In a file, each
 * of the two commands is a transaction of its own, as in pushsh; `:memory:` takes all in one.
 * Prints the rounds, and the seconds that they took.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *database;

static void check(int code) {
    if (code != SQLITE_OK && code != SQLITE_DONE) {
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

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: bench-floor DATABASE ROUNDS\n");
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

    struct timespec start, end;
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
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%d %.6f\n", rounds,
           (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
