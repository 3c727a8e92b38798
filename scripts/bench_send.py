# The bench of `scripts/bench` that measures `send` against our own APNs in another process.
"""Registers its bench with the program that imports it."""

import base64
import json
import os
import shutil
import statistics
import subprocess
import time

from __main__ import Bench, Failure

TARGETS = 10_000

BODY = '{"aps":{"alert":"Sale"}}'


def provider_token(place):
    """A provider token that openssl signs; the gateway takes its DER, too."""
    def encode(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")
    head = encode(b'{"alg":"ES256","kid":"PUSHSH0001"}')
    claims = encode(b'{"iss":"PUSHSHTEAM","iat":%d}' % time.time())
    signature = subprocess.run(
        ["openssl", "dgst", "-sha256", "-sign", "keys/AuthKey_PUSHSH0001.p8"], cwd=place,
        input=head + b"." + claims, stdout=subprocess.PIPE, check=True).stdout
    return (head + b"." + claims + b"." + encode(signature)).decode()


class Gateway:
    """`serve --apns` with one phone that registered."""

    def __init__(self, rig):
        self.place = os.path.join(rig.scratch, "send")
        shutil.rmtree(self.place, ignore_errors=True)
        os.makedirs(self.place)
        self.run(rig, "app launch\ncredential demo keys\n")
        self.token = self.run(rig, "tokens export --format apns\n").strip()
        self.process = subprocess.Popen(
            [rig.binary, "--workspace", "w", "--real-time", "-c", "serve --apns 0"],
            cwd=self.place, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.port = json.loads(self.process.stdout.readline())["apns"]
        subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)

    def run(self, rig, script):
        return subprocess.run(
            [rig.binary, "--workspace", "w", "--real-time", "-f", "-"], cwd=self.place,
            input=script, text=True, check=True, stdout=subprocess.PIPE).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def seconds(command, place, script=None):
    start = time.monotonic()
    run = subprocess.run(
        command, cwd=place, input=script, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, check=False)
    if run.returncode != 0 or "0 failed" not in run.stdout and "0 sent" not in run.stdout:
        raise Failure(f"`{command[0]}` did not send everything: {run.stdout}{run.stderr}")
    return time.monotonic() - start


@Bench.named("send", f"{TARGETS:,} targets in at most 2 x the time of h2load")
def send(rig):
    if shutil.which("h2load") is None:
        return None, "-", "there is no h2load: Debian's nghttp2-client has it"
    with Gateway(rig) as gateway:
        for name, text in (("list.txt", f"{gateway.token}\n" * TARGETS), ("body.json", BODY)):
            with open(os.path.join(gateway.place, name), "w", encoding="ascii") as file:
                file.write(text)
        script = (
            "psh 1\nnetwork real\n"
            "credential add demo --p8 keys/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM"
            " --topic com.example.myapp\n"
            f"send {BODY} --to @list.txt --yes"
            f" --host 127.0.0.1:{gateway.port} --ca w/gateway-ca.pem\n")
        h2load = [
            "h2load", "-n", str(TARGETS), "-c", "1", "-m", "100", "-d", "body.json",
            "-H", f"authorization: bearer {provider_token(gateway.place)}",
            "-H", "apns-topic: com.example.myapp", "-H", "apns-push-type: alert",
            f"https://127.0.0.1:{gateway.port}/3/device/{gateway.token}"]
        ours, theirs = [], []
        for _ in range(rig.rounds(5)):
            ours.append(seconds([rig.binary, "-f", "-"], gateway.place, script))
            theirs.append(seconds(h2load, gateway.place))
    value = statistics.median(mine / other for mine, other in zip(ours, theirs))
    note = (
        f"{TARGETS / statistics.median(ours):,.0f} pushes/s against "
        f"{TARGETS / statistics.median(theirs):,.0f}, each delivered to the phone")
    return value <= 2, f"{value:.2f} x", note
