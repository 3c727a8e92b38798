"""A bulk import service that knows nothing of pushsh, and a driver that kills its client.

usage: foreign_service.py MODE WORKSPACE EXPECTED -- COMMAND...

The command's word SITE becomes the service's URL. MODE is `plain`, `kill-before` (the client is
killed at each request in turn, before it is looked at), `kill-after` (after it took effect),
`forget` (the service loses the bulk import once before the commit), `forget-commit` (and once after
the commit, before it answers), or `faults` (every fifth request is answered 503).
Prints one line: the records, the distinct ones, and the runs of the client.
"""
import gzip
import http.server
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import threading

KEY = "1/" + "c" * 40


def unpack(data):
    """The maps in MessagePack, one behind the other (github.com/msgpack/msgpack, spec.md)."""
    place = 0

    def take(count):
        nonlocal place
        piece = data[place:place + count]
        assert len(piece) == count, "the file ends too early"
        place += count
        return piece

    def value():
        head = take(1)[0]
        if head <= 0x7F:
            return head
        if head >= 0xE0:
            return head - 256
        if 0xA0 <= head <= 0xBF:
            return take(head & 31).decode()
        if 0x80 <= head <= 0x8F:
            return {value(): value() for _ in range(head & 15)}
        forms = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h",
                 0xD2: ">i", 0xD3: ">q", 0xCA: ">f", 0xCB: ">d"}
        if head in forms:
            return struct.unpack(forms[head], take(struct.calcsize(forms[head])))[0]
        lengths = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
        if head in lengths:
            form = lengths[head]
            return take(struct.unpack(form, take(struct.calcsize(form)))[0]).decode()
        if head == 0xDE:
            return {value(): value() for _ in range(struct.unpack(">H", take(2))[0])}
        raise AssertionError("unexpected head %02x" % head)

    while place < len(data):
        record = value()
        assert isinstance(record, dict) and isinstance(record["time"], int), record
        yield record


class Service:
    def __init__(self, mode):
        self.mode, self.requests, self.kill_at, self.client = mode, 0, 0, None
        self.tables, self.imports, self.stored, self.has_forgotten = set(), {}, [], False

    def answer(self, method, path, headers, body):
        if headers.get("Authorization") != "TD1 " + KEY:
            return 401, {"error": "authentication", "message": "no such key"}
        words = path.strip("/").split("/")
        assert words[0] == "v3", path
        if words[1] in ("database", "table"):
            assert method == "POST" and words[2] == "create", path
            name = "/".join(words[3:])
            known = name in self.tables
            self.tables.add(name)
            return (409 if known else 200), {}
        assert words[1] == "bulk_import", path
        verb, name = words[2], words[3]
        assert method == {"show": "GET", "upload_part": "PUT"}.get(verb, "POST"), (method, path)
        if verb == "create":
            assert words[4] in self.tables and words[4] + "/" + words[5] + "/log" in self.tables
            self.imports[name] = {"parts": {}, "status": "uploading", "frozen": False, "looks": 0}
            return 200, {}
        if name not in self.imports:
            return 404, {"message": "no bulk import " + name}
        found = self.imports[name]
        if verb == "show":
            # What takes its time is seen once.
            later = {"performing": "ready", "committing": "committed"}.get(found["status"])
            if later:
                found["looks"] += 1
                if found["looks"] > 1:
                    found["status"], found["looks"] = later, 0
            count = sum(map(len, found["parts"].values()))
            return 200, {
                "name": name, "status": found["status"], "upload_frozen": found["frozen"],
                "valid_records": count, "error_records": 0, "error_parts": 0, "job_id": None}
        if verb == "upload_part":
            assert found["status"] == "uploading" and not found["frozen"]
            assert re.fullmatch(r"[0-9A-Za-z_.-]+", words[4])
            found["parts"][words[4]] = list(unpack(gzip.decompress(body)))
        elif verb == "freeze":
            if self.mode.startswith("forget") and not self.has_forgotten:
                self.has_forgotten = self.mode == "forget"
                if self.mode == "forget":
                    del self.imports[name]
                    return 200, {}
            found["frozen"] = True
        elif verb == "perform":
            assert found["frozen"]
            found["status"] = "performing"
        elif verb == "commit":
            if found["status"] == "ready":
                self.stored += [r for part in found["parts"].values() for r in part]
                found["status"] = "committing"
            if self.mode == "forget-commit":
                del self.imports[name]
                return 503, {"message": "out of order"}
        elif verb == "delete":
            del self.imports[name]
        else:
            raise AssertionError(path)
        return 200, {"name": name, "bulk_import": name}


def handler(service):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            service.requests += 1
            is_point = service.requests == service.kill_at
            if is_point and service.mode == "kill-before":
                return self.end()
            if service.mode == "faults" and service.requests % 5 == 0:
                status, said = 503, {"message": "busy"}
            else:
                try:
                    status, said = service.answer(self.command, self.path, self.headers, body)
                except AssertionError as error:
                    print("refused:", repr(error), file=sys.stderr)
                    status, said = 400, {"message": repr(error)}
            if is_point and service.mode == "kill-after":
                return self.end()
            text = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def end(self):
            os.kill(service.client.pid, signal.SIGKILL)
            self.close_connection = True

        do_GET = do_POST = do_PUT = handle_one

        def log_message(self, *_):
            pass

    return Handler


def upload(service, command, kill_at=0):
    service.requests, service.kill_at = 0, kill_at
    service.client = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "TD_API_KEY": KEY})
    text = service.client.communicate(timeout=60)[0]
    assert KEY not in text, "the key was printed"
    return service.client.returncode, text


def check(service, expected, what):
    found = sorted(json.dumps(r, sort_keys=True) for r in service.stored)
    wanted = sorted(json.dumps(r, sort_keys=True) for r in expected)
    assert found == wanted, "%s: %d records, %d distinct, wanted %d" % (
        what, len(found), len(set(found)), len(wanted))
    assert not service.imports or service.mode in ("forget", "forget-commit", "faults"), what


def main():
    split = sys.argv.index("--")
    mode, workspace, expected = sys.argv[1:split]
    expected = [json.loads(line) for line in open(expected)]
    expected = [{k: v for k, v in r.items() if v is not None} for r in expected]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), None)
    site = "http://127.0.0.1:%d" % server.server_address[1]
    command = [word.replace("SITE", site) for word in sys.argv[split + 1:]]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    shutil.copytree(workspace, workspace + ".template")
    runs, point = 0, 0
    while True:
        point += 1
        service = Service(mode)
        server.RequestHandlerClass = handler(service)
        shutil.rmtree(workspace)
        shutil.copytree(workspace + ".template", workspace)
        status, text = upload(service, command, point if mode.startswith("kill") else 0)
        runs += 1
        was_killed = status == -9
        if mode == "forget-commit":
            assert status != 0 and "code: upload_uncertain" in text, text
            assert "there is no way to tell" in text, text
            status, text = upload(service, [w + " --settle stored" if "upload " in w else w
                                            for w in command])
            runs += 1
        elif was_killed:
            status, text = upload(service, command)
            runs += 1
        assert status == 0, (point, status, text)
        check(service, expected, "point %d" % point)
        status, text = upload(service, command)
        runs += 1
        assert status == 0 and "nothing new" in text, text
        check(service, expected, "again, point %d" % point)
        if not mode.startswith("kill") or not was_killed:
            break
    print(len(service.stored), len({json.dumps(r, sort_keys=True) for r in service.stored}), runs)
    if mode.startswith("forget"):
        print("forgot")


main()
