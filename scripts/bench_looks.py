# The benches of what a script looks at with its own words, of `why`, and of many devices.
"""Adds benches to those of `scripts/bench`, whose tools they use; it cannot be run by itself."""

import functools
import shutil
import statistics


def register(bench):
    """Adds the benches of this file; `bench` is the module of `scripts/bench`."""
    for name, budget, measure in (
            ("look", "`expect event …` at most 1.15 x `expect queue`, private", look),
            ("look-test", "a test that looks at its events at most 2 x one without", look_test),
            ("why", "at most 12 x an `expect queue` with its push and tap, private", why),
            ("status", "at most 3 x sqlite3's start (5 ms at rest), after 5,000 pushes", status),
            ("try", "at most 3 x sqlite3's start (5 ms at rest), after 5,000 pushes", what_if),
            ("try-also", "under five conditions at most 3 x sqlite3's start (5 ms at rest)",
             what_if_also),
            ("jobs", "5,000 tests of one file at most 0.6 x with `--jobs 2`", jobs),
            ("devices", "a durable device of 6,400 at most 1.1 x one of 800", devices),
            ("world", "100,000 devices: 60 s, 1 GB, a clock step of 0.1 ms at most", world)):
        bench.Bench.named(name, budget)(functools.partial(measure, bench))


ROUND = """  receive <<JSON
    {"td_campaign_id": "cmp_bench", "message_id": "msg-${i}", "title": "t", "body": "b",
     "link": "https://example.com/${i}"}
    JSON
  tap msg-${i}
"""


def looking(rig, name, rounds, look):
    head = f"# Looks after each push.\npsh 1\napp launch\nfor i in 1..{rounds}\n"
    return rig.write(f"{name}-{rounds}.psh", f"{head}{ROUND}  {look}\nend\n")


def look(bench, rig):
    rounds = rig.statements(30_000)
    scripts = [looking(rig, "look-event", rounds, "expect event open $.message_id == msg-${i}"),
               looking(rig, "look-queue", rounds, "expect queue >= 0")]
    value, note = bench.ratio(
        rig.rounds(9), lambda: rig.run("-f", scripts[0]).seconds,
        lambda: rig.run("-f", scripts[1]).seconds)
    return bench.at_most(1.15, value, note)


def tests(rig, name, count, look):
    body = "".join(
        f'test "number {i}"\n  receive <<JSON\n    {{"td_campaign_id": "c",'
        f' "message_id": "msg-{i}", "title": "t", "body": "b"}}\n    JSON\n'
        f"  tap msg-{i}\n  {look}\nend\n" for i in range(count))
    return rig.write(f"{name}.psh", "# Many small tests.\npsh 1\nsetup\n  app launch\nend\n" + body)


def look_test(bench, rig):
    count = rig.statements(5_000)
    with_look = tests(
        rig, "tests-look", count, "expect events == [delivery, open]")
    without = tests(rig, "tests-bare", count, "expect badge == 0")
    value, note = bench.ratio(
        rig.rounds(9), lambda: rig.run("-f", with_look).seconds,
        lambda: rig.run("-f", without).seconds)
    return bench.at_most(2.0, value, note + f" for {count:,} tests")


def why(bench, rig):
    # Each push in a test of its own, as `why` is used: what is known does not grow.
    count = rig.statements(2_000)
    asked = tests(rig, "tests-why", count, "why")
    bare = tests(rig, "tests-why-bare", count, "expect queue >= 0")
    with_why, without = [], []
    for _ in range(rig.rounds(9)):
        with_why.append(rig.run("-f", asked).processor)
        without.append(rig.run("-f", bare).processor)
    base = statistics.median(without)
    each = (statistics.median(with_why) - base) / count
    note = f"{each * 1e3:.3f} ms each; a test without it {base / count * 1e3:.3f} ms"
    return bench.at_most(12, each / (base / count), note)


def answered(bench, rig, name, question):
    """What an answer costs in a workspace with a history, beside a start of sqlite3."""
    workspace = rig.path("workspace-5000")
    if "workspace-5000" not in rig.files:
        rig.files["workspace-5000"] = workspace
        fill = rig.write(
            "fill-5000.psh",
            f"# Fills the history.\npsh 1\napp launch\nfor i in 1..5000\n{ROUND}end\nflush\n")
        rig.run("--workspace", workspace, "-f", fill)
    count = 100
    asking = rig.write(
        f"{name}.psh", f"# Asks.\npsh 1\nfor i in 1..{count}\n  {question}\nend\n")
    empty = rig.write("ask-nothing.psh", f"# Asks nothing.\npsh 1\nfor i in 1..{count}\n"
                      "  expect queue >= 0\nend\n")
    costs, starts, ratios = [], [], []
    for _ in range(rig.rounds(15)):
        whole = rig.run("--workspace", workspace, "-f", asking).seconds
        rest = rig.run("--workspace", workspace, "-f", empty).seconds
        start = bench.run(bench.SQLITE_START).seconds
        costs.append((whole - rest) / count)
        starts.append(start)
        ratios.append(costs[-1] / start)
    note = (f"{statistics.median(costs) * 1e3:.2f} ms each, sqlite3 starts in"
            f" {statistics.median(starts) * 1e3:.2f} ms")
    return bench.at_most(3, statistics.median(ratios), note)


def status(bench, rig):
    return answered(bench, rig, "ask-status", "status")


TRIED = ('<<\'JSON\'\n    {"aps": {"alert": {"title": "Sale", "body": "Today"}}, "image_url":'
         ' "https://cdn.example.com/a.png", "link": "myapp://x"}\n    JSON')


def what_if(bench, rig):
    return answered(bench, rig, "ask-try", "try " + TRIED)


def what_if_also(bench, rig):
    conditions = "locked,focus,provisional,offline,low-power"
    return answered(bench, rig, "ask-try-also", f"try --also {conditions} {TRIED}")


def jobs(bench, rig):
    count = rig.statements(5_000)
    script = tests(rig, "tests-jobs", count, "expect events == [delivery, open]")
    value, note = bench.ratio(
        rig.rounds(9), lambda: rig.run("--jobs", "2", script).seconds,
        lambda: rig.run("--jobs", "1", script).seconds)
    return bench.at_most(0.6, value, note + f" for {count:,} tests")


def devices(bench, rig):
    sizes = (800, 640 if rig.quick else 6400)
    costs = {size: [] for size in sizes}
    for number in range(rig.rounds(6)):
        for size in sizes:
            workspace = rig.path(f"devices-{size}-{number}")
            script = rig.write(
                f"devices-{size}.psh",
                f"# Adds devices.\npsh 1\nfor i in 1..{size}\n  device add phone-${{i}}\nend\n")
            costs[size].append(rig.run("--workspace", workspace, "-f", script).seconds / size)
            shutil.rmtree(workspace, ignore_errors=True)
    few, many = (statistics.median(costs[size]) for size in sizes)
    return bench.at_most(
        1.1, many / few, f"{few * 1e6:.0f} us and {many * 1e6:.0f} us a device")


def world(bench, rig):
    count, steps = rig.statements(100_000), 10_000
    adding = f"psh 1\nfor i in 1..{count}\n  device add phone-${{i}}\nend\n"
    added = rig.write("world-added.psh", f"# Adds devices.\n{adding}")
    stepped = rig.write(
        "world-stepped.psh",
        f"# Adds devices, and lets time pass.\n{adding}repeat {steps}\n  clock advance 1s\nend\n")
    few = rig.write("world-few.psh", f"# Lets time pass.\npsh 1\nrepeat {steps}\n"
                    "  clock advance 1s\nend\n")
    whole, rest, alone = rig.run("-f", stepped), rig.run("-f", added), rig.run("-f", few)
    step = (whole.processor - rest.processor) / steps
    note = (f"{rest.peak / bench.MEGABYTE:.0f} MB, a clock step {step * 1e3:.3f} ms;"
            f" with one device {alone.processor / steps * 1e3:.3f} ms")
    passed = rest.seconds <= 60 and rest.peak <= 1 << 30 and step <= 0.0001
    return passed, f"{rest.seconds:.1f} s", note
