# The benches of `scripts/bench` that measure the gateways: pushes over TLS, as other senders send.
"""Registers its benches with the program that imports it."""

import base64
import json
import os
import re
import resource
import shutil
import ssl
import statistics
import subprocess
import threading
import time
import urllib.request

from __main__ import MEGABYTE, Bench, Failure

# A Node server that answers every request with 200, and does nothing else.
NODE = """
const http2 = require("http2"), fs = require("fs");
const server = http2.createSecureServer(
  {key: fs.readFileSync(process.argv[2]), cert: fs.readFileSync(process.argv[3])});
server.on("stream", stream => { stream.respond({":status": 200}); stream.end(); });
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({apns: server.address().port})));
"""

# 22 bytes, and a message for FCM with the same text.
PAYLOAD = '{"aps":{"alert":"Hi"}}'


class Gateway:
    """A server that tells its ports in a line of JSON."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        while not (line := self.process.stdout.readline()).startswith(b"{"):
            if not line:
                raise Failure(f"`{' '.join(command)}` does not serve")
        self.ports = json.loads(line)
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        # What it tells of each push would fill the pipe.
        while self.process.stdout.read(1 << 16):
            pass

    def memory(self):
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def web_token(head, claims):
    """A JSON Web Token of the right form; a workspace without keys takes any signature."""
    parts = [json.dumps(part).encode() for part in (head, claims)] + [b"signature"]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


class Phone:
    """A workspace with a phone behind the gateways, and what a sender needs to reach it."""

    def __init__(self, rig, name):
        self.rig = rig
        self.workspace = rig.path(name)
        told = subprocess.run(
            [rig.binary, "--workspace", self.workspace, "-f", rig.write("phone.psh", """# A phone.
psh 1
app launch
app background
tokens export
""")], check=True, stdout=subprocess.PIPE, text=True).stdout
        cells = next(line for line in told.splitlines() if line.startswith("phone,")).split(",")
        self.device, self.registration = cells[3], cells[5]
        self.payload = rig.write("push.json", PAYLOAD)
        self.message = rig.write("message.json", json.dumps(
            {"message": {"token": self.registration, "notification": {"title": "Hi"}}}))

    def serve(self):
        return Gateway([self.rig.binary, "--workspace", self.workspace, "-c",
                        "serve --apns 0 --fcm 0"])

    def apns(self, server, requests, flight, clients=1):
        token = web_token({"alg": "ES256", "kid": "PUSHSH0001"},
                          {"iss": "PUSHSHTEAM", "iat": int(time.time())})
        return h2load(
            f"https://127.0.0.1:{server.ports['apns']}/3/device/{self.device}", self.payload,
            {"authorization": "bearer " + token, "apns-topic": "com.example.myapp",
             "apns-push-type": "alert"}, requests, flight, clients)

    def fcm(self, server, requests, flight, plain):
        url = f"https://127.0.0.1:{server.ports['fcm']}"
        return h2load(
            url + "/v1/projects/example-push/messages:send", self.message,
            {"authorization": "Bearer " + access_token(url), "content-type": "application/json"},
            requests, flight, 1, *(["--h1"] if plain else []))


def access_token(url):
    now = int(time.time())
    claims = {"iss": "bench@example.com", "aud": url + "/token", "iat": now, "exp": now + 3600,
              "scope": "https://www.googleapis.com/auth/firebase.messaging"}
    form = ("grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion="
            + web_token({"alg": "RS256"}, claims))
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with urllib.request.urlopen(url + "/token", form.encode(), context=context) as answer:
        return json.load(answer)["access_token"]


def h2load(url, body, headers, requests, flight, clients, *options):
    """The requests a second that h2load gets answered with 200, and all of them are."""
    command = ["h2load", "-n", str(requests), "-c", str(clients), "-m", str(flight), "-t", "1",
               "-d", body, *options]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    told = subprocess.run(command + [url], check=True, stdout=subprocess.PIPE, text=True).stdout
    if f"status codes: {requests} 2xx" not in told:
        raise Failure(f"h2load found refusals: {told}")
    return float(re.search(r"([\d.]+) req/s", told).group(1))


def missing(*programs):
    """What a bench says that cannot run here; nil where everything is there."""
    lacking = [program for program in programs if not shutil.which(program)]
    if not lacking:
        return None
    return None, "skipped", f"wanted {', '.join(lacking)}: `scripts/packages bench` installs them"


def node_server(rig):
    key, certificate = rig.path("node.key"), rig.path("node.pem")
    if not os.path.exists(certificate):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=localhost", "-keyout", key, "-out", certificate],
            check=True, stderr=subprocess.DEVNULL)
    return Gateway(["node", rig.write("node-http2.js", NODE), key, certificate])


def against_node(rig, name, flights, clients):
    phone = Phone(rig, name)
    notes, values = [], []
    with phone.serve() as ours, node_server(rig) as theirs:
        for flight in flights:
            requests = rig.statements(20_000 if flight == 1 and clients == 1 else 100_000)
            phone.apns(ours, 1000, flight, clients)
            phone.apns(theirs, 1000, flight, clients)
            pairs = [(phone.apns(ours, requests, flight, clients),
                      phone.apns(theirs, requests, flight, clients)) for _ in range(5)]
            values.append(statistics.median(a / b for a, b in pairs))
            rates = [statistics.median(side) for side in zip(*pairs)]
            notes.append(f"{flight} in flight: {values[-1]:.2f} x,"
                         f" {rates[0]:,.0f} to {rates[1]:,.0f} pushes/s")
    return min(values) >= 1, f"{min(values):.2f} x", "; ".join(notes)


@Bench.named("push-apns", "at least 1.0 x a Node http2 server that only answers 200, by h2load")
def push_apns(rig):
    return missing("h2load", "node") or against_node(rig, "push-apns", (1, 100), 1)


@Bench.named("push-apns-8", "the same with 8 connections")
def push_apns_8(rig):
    return missing("h2load", "node") or against_node(rig, "push-apns-8", (100,), 8)


@Bench.named("push-fcm", "at least 0.8 x our APNs, on keep-alive HTTP/1.1 and on HTTP/2")
def push_fcm(rig):
    if lacking := missing("h2load"):
        return lacking
    phone = Phone(rig, "push-fcm")
    requests = rig.statements(20_000)
    notes, values = [], []
    with phone.serve() as server:
        for plain, flight in ((True, 1), (False, 1), (False, 100)):
            phone.fcm(server, 1000, flight, plain), phone.apns(server, 1000, flight)
            pairs = [(phone.fcm(server, requests, flight, plain),
                      phone.apns(server, requests, flight)) for _ in range(5)]
            values.append(statistics.median(a / b for a, b in pairs))
            rates = [statistics.median(side) for side in zip(*pairs)]
            notes.append(f"HTTP/{1.1 if plain else 2}, {flight} in flight: {values[-1]:.2f} x,"
                         f" {rates[0]:,.0f} to {rates[1]:,.0f} pushes/s")
    return min(values) >= 0.8, f"{min(values):.2f} x", "; ".join(notes)


@Bench.named("push-memory", "memory flat over 1,000,000 pushes")
def push_memory(rig):
    if lacking := missing("h2load"):
        return lacking
    phone = Phone(rig, "push-memory")
    requests = rig.statements(1_000_000)
    with phone.serve() as server:
        phone.apns(server, 20_000, 100)
        before = server.memory()
        rate = phone.apns(server, requests, 100)
        growth = (server.memory() - before) / MEGABYTE
    return growth < 32, f"{growth:+.1f} MB", f"{requests:,} pushes, {rate:,.0f}/s"
