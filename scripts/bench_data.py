# The benches of the data path: flush, SQL and Treasure Data's functions.
"""Adds benches to those of `scripts/bench`, whose tools they use; it cannot be run by itself."""

import functools
import os
import shutil
import sqlite3
import statistics
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def register(bench):
    """Adds the benches of this file; `bench` is the module of `scripts/bench`."""
    for name, budget, measure in (
            ("flush", "at most 1.5 x the bare SQLite loop, 1,000,000 events", flush),
            ("flush-memory", "10 x the events take at most 12 MB more", flush_memory),
            ("query", "at most 1.1 x sqlite3 on the same file, 10,000,000 events", query),
            ("translated", "at most 1.1 x the hand-written SQL, 10,000,000 events", translated),
            ("translation", "under 0.5 ms a query", translation),
            ("export", "at least 500,000 rows/s to Parquet, 10,000,000 events", export),
            ("export-memory", "10 x the rows take at most 12 MB more", export_memory),
            ("functions", "at least 1,000,000 calls/s of each TD_ function", functions)):
        bench.Bench.named(name, budget)(functools.partial(measure, bench))


def floor_program(rig):
    """The path of the bare loops, compiled at their first use, or None without a compiler."""
    program = rig.path("bench-floor")
    if not os.path.exists(program):
        compiler = shutil.which("cc") or shutil.which("clang")
        if not compiler:
            return None
        source = os.path.join(ROOT, "scripts", "bench-floor.c")
        subprocess.run([compiler, "-O2", "-o", program, source, "-lsqlite3"], check=True)
    return program


def fresh_database(rig, name):
    """A path at which there is no database, nor a second one beside it."""
    path = rig.path(name)
    for other in ("", "-warehouse"):
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + other + suffix):
                os.remove(path + other + suffix)
    return path


def floor(rig, database, rounds):
    """Seconds that bare prepared statements need for the rows of so many rounds, or None."""
    program = floor_program(rig)
    if not program:
        return None
    if database != ":memory:":
        database = fresh_database(rig, "floor.db")
    told = subprocess.run(
        [program, database, str(rounds)], check=True, stdout=subprocess.PIPE, text=True).stdout
    return float(told.split()[1])


def flush(bench, rig):
    program = floor_program(rig)
    if not program:
        raise bench.Failure("no C compiler for the bare loop that this compares with")
    events = rig.statements(1_000_000)

    def ours():
        workspace = full_queue(bench, rig, events)
        seconds = rig.run("--workspace", workspace, "-c", "flush").seconds
        expect_rows(bench, rig, workspace, events)
        return seconds - rig.run("--workspace", workspace, "-c", "").seconds

    def theirs():
        command = [program, "flush", fresh_database(rig, "floor.db"), str(events)]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        return float(told.split()[1])

    value, note = bench.ratio(1 if rig.quick else 3, ours, theirs)
    return bench.at_most(1.5, value, note)


def flush_memory(bench, rig):
    events = rig.statements(1_000_000)
    peaks = [rig.run("--workspace", full_queue(bench, rig, count), "-c", "flush").peak
             for count in (events // 10, events)]
    note = " and ".join(f"{peak / bench.MEGABYTE:.1f} MB" for peak in peaks)
    return bench.at_most(12, (peaks[1] - peaks[0]) / bench.MEGABYTE, note, "MB")


def full_queue(bench, rig, events):
    """A workspace whose queue holds so many events, copied from one that tracked a single event."""
    workspace = rig.path("workspace-queue")
    shutil.rmtree(workspace, ignore_errors=True)
    script = rig.write("one-event.psh", f"# One event waits.\npsh 1\nconfig queue.limit "
                       f"{events + 1}\napp launch\nlogin cust-1\n")
    rig.run("--workspace", workspace, "-f", script)
    database = sqlite3.connect(os.path.join(workspace, "device.db"), isolation_level=None)
    first, = database.execute("SELECT max(sequence) FROM events").fetchone()
    columns = ("device, app, type, time, campaign_id, message_id, user_id, value, fcm_token,"
               " state, upload")
    database.execute("BEGIN IMMEDIATE")
    database.execute(
        "WITH RECURSIVE i(n) AS (VALUES(?1 + 1) UNION ALL SELECT n + 1 FROM i WHERE n < ?2) "
        f"INSERT INTO events(sequence, uuid, {columns}) "
        "SELECT n, printf('10E2C468-65E9-4746-94D7-%012d', n), device, app, 'open', time + n, "
        "'cmp_bench', 'msg-' || n, user_id, value, fcm_token, state, upload "
        "FROM i, events WHERE sequence = ?1", (first, events))
    changed = database.execute(
        "UPDATE documents SET body = json_set(body, '$.queued', ?) "
        "WHERE kind = 'app-now' AND json_extract(body, '$.queued') = 2",
        (events,)).rowcount
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    if changed != 1:
        raise bench.Failure("the workspace keeps its queue in another way than the bench knows")
    return workspace


def expect_rows(bench, rig, workspace, events):
    """Makes sure that a flush moved everything: one that stopped would be a fast one."""
    warehouse = os.path.join(workspace, "warehouse", "mobile.db")
    database = sqlite3.connect(warehouse)
    found, = database.execute("SELECT count(*) FROM push_events").fetchone()
    database.close()
    if found != events:
        raise bench.Failure(f"the flush stored {found} of {events} events")


QUERIES = {
    "aggregate": "SELECT count(*), min(time), max(time), count(user_id) FROM push_events",
    "group": "SELECT campaign_id, type, count(*) FROM push_events GROUP BY 1, 2 ORDER BY 1, 2",
    "filter": "SELECT count(*) FROM push_events WHERE type = 'open' AND user_id = 'cust-77'",
}


def query(bench, rig):
    workspace = full_warehouse(rig, rig.statements(10_000_000))
    file = os.path.join(workspace, "warehouse", "mobile.db")
    worst, notes = 0, []
    for name, sql in QUERIES.items():
        ours = ["--workspace", workspace, "-c",
                "query \"" + sql.replace("push_events", "mobile.push_events") + "\""]
        value, note = bench.ratio(
            3 if rig.quick else 5, lambda: rig.run(*ours).seconds,
            lambda: bench.run(["sqlite3", "-readonly", file, sql]).seconds)
        worst = max(worst, value)
        notes.append(f"{name}: {value:.2f} x, {note}")
    return bench.at_most(1.1, worst, "\n".join(notes))


CAMPAIGNS = ", ".join(f"('cmp_{n}', 'Campaign {n % 7}')" for n in range(20))

# Queries of Trino's dialect, and what somebody would write by hand for SQLite.
TRANSLATED = {
    "count": ("SELECT count(*), min(time), max(time), count(user_id) FROM mobile.push_events",) * 2,
    "group": (
        "SELECT campaign_id, type, count(*) FROM mobile.push_events GROUP BY 1, 2 ORDER BY 1, 2",
        "SELECT campaign_id, type, count(*) FROM mobile.push_events GROUP BY 1, 2 "
        "ORDER BY 1 NULLS LAST, 2 NULLS LAST"),
    "filter": (
        "SELECT count(*) FROM mobile.push_events WHERE type = 'open' AND user_id LIKE 'cust-77%'",
        "SELECT count(*) FROM mobile.push_events WHERE type = 'open' AND user_id GLOB 'cust-77*'"),
    "join": (
        "SELECT c.name, count(*) FROM mobile.push_events e "
        f"JOIN (VALUES {CAMPAIGNS}) AS c(id, name) ON c.id = e.campaign_id "
        "GROUP BY c.name ORDER BY c.name",
        "SELECT c.name, count(*) FROM mobile.push_events e JOIN (SELECT column1 AS id, column2 AS "
        f"name FROM (VALUES {CAMPAIGNS})) AS c ON c.id = e.campaign_id GROUP BY c.name "
        "ORDER BY c.name NULLS LAST"),
    "window": (
        "SELECT count(*) FROM (SELECT row_number() OVER (PARTITION BY user_id ORDER BY time) AS n "
        "FROM mobile.push_events) WHERE n = 1",
        "SELECT count(*) FROM (SELECT row_number() OVER (PARTITION BY user_id ORDER BY time "
        "NULLS LAST) AS n FROM mobile.push_events) WHERE n = 1"),
    "distinct": ("SELECT count(DISTINCT user_id) FROM mobile.push_events",) * 2,
}


def translated(bench, rig):
    workspace = full_warehouse(rig, rig.statements(10_000_000))
    worst, notes = 0, []
    for name, (trino, sqlite) in TRANSLATED.items():
        def seconds(dialect, sql):
            return rig.run("--workspace", workspace, "-c",
                           f"query --dialect {dialect} \"{sql}\"").seconds

        # What the columns hold is looked up once, and not by the run that is measured.
        seconds("trino", "SELECT 1 FROM mobile.push_events LIMIT 1")
        value, note = bench.ratio(
            3 if rig.quick else 5, lambda: seconds("trino", trino),
            lambda: seconds("sqlite", sqlite))
        worst = max(worst, value)
        notes.append(f"{name}: {value:.2f} x, {note}")
    return bench.at_most(1.1, worst, "\n".join(notes))


def translation(bench, rig):
    rounds = rig.statements(4_000)

    def seconds(count, text):
        script = rig.write(
            "translate.psh", f"psh 2\nrepeat {count}\n  query \"EXPLAIN {text}\"\nend\n")
        return min(rig.run(script).seconds for _ in range(3))

    # The start is taken away, and nothing of the statement around the translation.
    costs = {name: (seconds(rounds + 1, text) - seconds(1, text)) / rounds * 1000
             for name, (text, _) in TRANSLATED.items()}
    note = ", ".join(f"{name} {cost:.3f} ms" for name, cost in costs.items())
    return bench.at_most(0.5, max(costs.values()), f"{rounds:,} times each: {note}", "ms")


def exported(rig, events):
    """The run that exports so many events to Parquet, and fails when they are not so many."""
    workspace = rig.path("workspace-warehouse")
    shutil.rmtree(workspace, ignore_errors=True)
    workspace = full_warehouse(rig, events)
    return rig.run(
        "--workspace", workspace, "-c",
        f"export mobile.push_events {rig.path('export.parquet')} --force\n"
        f"expect $.rows == {events}")


def export(bench, rig):
    events = rig.statements(10_000_000)
    speed = statistics.median(events / exported(rig, events).seconds for _ in range(3))
    return speed >= 500_000, f"{speed:,.0f} rows/s", ""


def export_memory(bench, rig):
    events = rig.statements(10_000_000)
    peaks = [exported(rig, count).peak for count in (events // 10, events)]
    note = " and ".join(f"{peak / bench.MEGABYTE:.1f} MB" for peak in peaks)
    return bench.at_most(12, (peaks[1] - peaks[0]) / bench.MEGABYTE, note, "MB")


def full_warehouse(rig, events):
    """A workspace whose warehouse holds so many events in the columns that pushsh gave it."""
    workspace = rig.path("workspace-warehouse")
    script = rig.write("stored.psh", "# One event is stored.\npsh 1\napp launch\nflush\n")
    rig.run("--workspace", workspace, "-f", script)
    database = sqlite3.connect(os.path.join(workspace, "warehouse", "mobile.db"))
    database.execute(
        "WITH RECURSIVE i(n) AS (VALUES(2) UNION ALL SELECT n + 1 FROM i WHERE n < ?) "
        "INSERT INTO push_events(time, type, campaign_id, message_id, platform, user_id) SELECT "
        "1767225600 + n, CASE n % 3 WHEN 0 THEN 'open' WHEN 1 THEN 'delivery' ELSE 'link_open' END,"
        " 'cmp_' || n % 20, 'msg-' || n % 1000, 'ios', 'cust-' || n % 5000 FROM i", (events,))
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return workspace


# What each function is called with; `n` differs in every row, so that no answer can be kept.
CALLS = {
    "td_time_range": "td_time_range(n, '2026-01-01', '2026-02-01', 'JST')",
    "td_interval": "td_interval(n, '-7d/now', 'JST')",
    "td_time_add": "td_time_add(n, '-1h', 'JST')",
    "td_time_format": "td_time_format(n, 'yyyy-MM-dd HH:mm:ss', 'JST')",
    "td_time_string": "td_time_string(n, 'd!', 'JST')",
    "td_time_parse": "td_time_parse('2026-01-0' || (n % 9 + 1), 'JST')",
    "td_date_trunc": "td_date_trunc('day', n, 'JST')",
    "td_md5": "td_md5(n)",
    "td_url_decode": "td_url_decode('a%20b' || n)",
}
# td_scheduled_time() is missing: it is constant, so that SQLite calls it once a statement.


def functions(bench, rig):
    calls = rig.statements(2_000_000)
    rows = (f"WITH RECURSIVE i(n) AS (VALUES(1767225600) UNION ALL SELECT n + 1 FROM i "
            f"WHERE n < 1767225599 + {calls}) SELECT count({{}}) FROM i")

    def seconds(expression):
        command = "query --dialect sqlite \"" + rows.format(expression) + "\""
        return statistics.median(rig.run("-c", command).seconds for _ in range(3))

    # What the rows cost without a call is not the function's.
    empty = seconds("n")
    speeds = {name: calls / max(seconds(call) - empty, 1e-9) for name, call in CALLS.items()}
    slowest = min(speeds, key=speeds.get)
    note = "\n".join(f"{name}: {speed:,.0f}/s" for name, speed in speeds.items())
    return speeds[slowest] >= 1_000_000, f"{speeds[slowest]:,.0f}/s", note
