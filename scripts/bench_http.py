# The benches of `scripts/bench` that measure the embedded Treasure Data over loopback HTTP.
"""Registers its benches with the program that imports it."""

import os
import re
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time
import uuid

from __main__ import MEGABYTE, Bench, Failure


class Served:
    """A `pushsh` that serves its Ingest API, or another server on the same requests."""

    def __init__(self, command, port=None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if port is None:
            while b"serving" not in (line := self.process.stdout.readline()):
                if not line:
                    raise Failure(f"`{' '.join(command)}` does not serve")
            port = int(line.rsplit(b":", 1)[1])
        self.port = port
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def __enter__(self):
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return self
            except OSError:
                time.sleep(0.05)
        raise Failure("nothing listens")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def uploads(events):
    """Upload requests with as many events, each with uuids of its own so that none is a repeat."""
    made = []
    for _ in range(200 if events > 1 else 2000):
        records = ",".join(
            '{"type":"open","platform":"ios","campaign_id":"cmp_bench","message_id":"m-%d",'
            '"fcm_token":"dGhpcyBpcyBhIHRva2VuIG9mIHRoZSBiZW5jaA","time":1767225600,'
            '"uuid":"%s"}' % (index, uuid.uuid4()) for index in range(events))
        body = '{"events":[' + records + "]}"
        made.append((
            "POST /mobile/push_events HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: TD1 1/{'a' * 40}\r\n"
            "Content-Type: application/vnd.treasuredata.v1+json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}").encode())
    return made


def send(port, requests, seconds):
    """Sends requests on one connection, one after the other; gives the requests a second."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.settimeout(30)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    count, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        connection.sendall(requests[count % len(requests)])
        answer = connection.recv(1 << 16)
        head, _, body = answer.partition(b"\r\n\r\n")
        if b" 200 " not in head[:20]:
            raise Failure(f"an upload was answered {answer[:60]}")
        length = int(re.search(rb"(?i)content-length: *(\d+)", head).group(1))
        while len(body) < length:
            body += connection.recv(1 << 16)
        count += 1
    return count / elapsed


FLASK = """
import flask, json, sqlite3, sys, threading, waitress
app = flask.Flask(__name__)
lock = threading.Lock()
db = sqlite3.connect(sys.argv[2], check_same_thread=False)
db.execute("PRAGMA journal_mode = WAL"), db.execute("PRAGMA synchronous = NORMAL")
db.execute("CREATE TABLE t(time, type, platform, campaign_id, message_id, fcm_token)")

@app.post("/<database>/<table>")
def ingest(database, table):
    if not flask.request.headers["Authorization"].startswith("TD1 "):
        return {}, 401
    events = json.loads(flask.request.get_data())["events"]
    rows = [tuple(e.get(k) for k in ("time", "type", "platform", "campaign_id", "message_id",
                                     "fcm_token")) for e in events]
    with lock, db:
        db.executemany("INSERT INTO t VALUES(?, ?, ?, ?, ?, ?)", rows)
    return {"receipts": [{"success": True, "uuid": e["uuid"]} for e in events]}

waitress.serve(app, host="127.0.0.1", port=int(sys.argv[1]), threads=4, _quiet=True)
"""


def ingest_server(rig, name):
    return Served([rig.binary, "--workspace", rig.path(name), "-c", "serve --any-key --ingest 0"])


@Bench.named("http-ingest", "at least 100,000 events/s in batches of 500, memory flat")
def http_ingest(rig):
    requests = uploads(500)
    with ingest_server(rig, "http-ingest") as server:
        send(server.port, requests, 1)
        before = server.memory()
        rate = 500 * send(server.port, requests, 2 if rig.quick else 10)
        growth = (server.memory() - before) / MEGABYTE
    note = f"{growth:+.1f} MB meanwhile"
    return rate >= 100_000 and growth < 32, f"{rate:,.0f} events/s", note


@Bench.named("durability", "what waiting for the disk costs; told, and no bar")
def durability(rig):
    requests, rates = uploads(1), {}
    for setting in ("process", "power"):
        path = rig.path("durability-" + setting)
        subprocess.run(
            [rig.binary, "--workspace", path, "-c", "config workspace.durability " + setting],
            check=True, stdout=subprocess.DEVNULL)
        with ingest_server(rig, "durability-" + setting) as server:
            rates[setting] = send(server.port, requests, 1 if rig.quick else 5)
    ratio = rates["process"] / rates["power"]
    return True, f"{ratio:.1f} x the time of an event", "one event a request, one connection"


# What wrk sends, round after round: batches of 100,000 events, each with a uuid of its own. They
# are made beforehand, and so many that a repeated uuid has left the service's window long ago.
WRK = """
wrk.method = "POST"
wrk.headers["Authorization"] = "TD1 1/bench"
wrk.headers["Content-Type"] = "application/vnd.treasuredata.v1+json"
local requests, sent = {}, 0
function init(arguments)
  for r = 1, 100000 / BATCH do
    local events = {}
    for i = 1, BATCH do
      events[i] = string.format('{"type":"open","platform":"ios","campaign_id":"cmp_bench",'
        .. '"message_id":"m-%d","fcm_token":"dGhpcyBpcyBhIHRva2VuIG9mIHRoZSBiZW5jaA",'
        .. '"time":1767225600,"uuid":"10e2c468-65e9-4746-94d7-%012x"}', i, r * 1000 + i)
    end
    local body = '{"events":[' .. table.concat(events, ",") .. ']}'
    requests[r] = wrk.format(nil, "/mobile/push_events", nil, body)
  end
end
function request()
  sent = sent + 1
  return requests[sent % #requests + 1]
end
"""


def wrk(rig, port, events, seconds):
    """The requests a second that wrk gets answered on 8 connections."""
    script = rig.write(f"batch-{events}.lua", f"BATCH = {events}\n{WRK}")
    told = subprocess.run(
        ["wrk", "-t1", "-c8", f"-d{seconds}s", "-s", script, f"http://127.0.0.1:{port}"],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    if "Non-2xx" in told:
        raise Failure(f"wrk found refusals: {told}")
    return float(re.search(r"Requests/sec: *([\d.]+)", told).group(1))


# Flask's own server ends the connection after each answer, so that Waitress serves it.
@Bench.named("http-flask", "at least 3 x a Flask server, one event a request and 500, by wrk")
def http_flask(rig):
    python = os.environ.get("PUSHSH_FLASK_PYTHON", sys.executable)
    found = subprocess.run([python, "-c", "import flask, waitress"], stderr=subprocess.DEVNULL)
    if found.returncode != 0 or not shutil.which("wrk"):
        return None, "skipped", "wanted wrk, and a PUSHSH_FLASK_PYTHON with Flask and Waitress"
    script = rig.write("flask-stub.py", FLASK)
    probe = socket.create_server(("127.0.0.1", 0))
    port = probe.getsockname()[1]
    probe.close()
    stub = [python, script, str(port), rig.path("flask.db")]
    notes, values = [], []
    seconds = 2 if rig.quick else 5
    with ingest_server(rig, "http-flask") as ours, Served(stub, port) as theirs:
        for events in (1, 500):
            pairs = [(wrk(rig, ours.port, events, seconds), wrk(rig, theirs.port, events, seconds))
                     for _ in range(3)]
            values.append(statistics.median(a / b for a, b in pairs))
            rates = [statistics.median(side) for side in zip(*pairs)]
            notes.append(f"{events} a request: {values[-1]:.1f} x,"
                         f" {rates[0]:,.0f} to {rates[1]:,.0f} requests/s")
    return min(values) >= 3, f"{min(values):.1f} x", "; ".join(notes)
