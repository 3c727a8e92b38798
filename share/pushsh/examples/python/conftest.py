"""A phone for a backend's tests: pushsh is started once, and put back before each test."""

import json
import os
import subprocess
import threading
import urllib.error
import urllib.request

import pytest


class Phone:
    """The simulated phone with its gateways and its warehouse."""

    def __init__(self, ports):
        self.ports = ports

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.ports['control']}/v1/{path}", method=method,
            headers={"Authorization": "Bearer " + self.ports["token"],
                     "Content-Type": "application/json"})
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, data, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise AssertionError(json.load(refusal)["error"]["message"]) from None

    def do(self, command, **arguments):
        return self.ask("POST", "commands/" + command.replace(" ", "/"), arguments)


@pytest.fixture(scope="session")
def server():
    command = [os.environ.get("PUSHSH", "pushsh"), "-c", "serve --fcm 0 --control 0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        phone = Phone(json.loads(process.stdout.readline()))
        threading.Thread(target=process.stdout.read, daemon=True).start()
        phone.do("app launch")
        phone.do("snapshot save", name="fresh")
        yield phone
        process.terminate()


@pytest.fixture
def phone(server):
    server.ask("POST", "reset", {"snapshot": "fresh"})
    return server
