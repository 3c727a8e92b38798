"""A phone for a backend's tests: pushsh is started once, and put back before each test."""

import json
import os
from subprocess import PIPE, Popen

import pytest


class Phone:
    """The simulated phone with its gateways and its warehouse."""

    def __init__(self, process):
        self.process = process

    def ask(self, method, **params):
        print(json.dumps({"method": method, "params": params}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer["error"]["message"]
        return answer["result"]

    def do(self, command, **arguments):
        return self.ask("command", command=command, arguments=arguments)


@pytest.fixture(scope="session")
def server():
    command = [os.environ.get("PUSHSH", "pushsh"), "--jsonl"]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        phone = Phone(process)
        run = phone.ask("run", text="app launch\nsnapshot save fresh\nserve --fcm 0")
        phone.ports = run["output"][-1]
        yield phone


@pytest.fixture
def phone(server):
    server.ask("reset", snapshot="fresh")
    return server
