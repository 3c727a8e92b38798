"""Leaves its connections as APNs may, at the moments that are hardest for a sender.

usage: h2_goaway.py CERTIFICATE MOMENT SEED

It takes each stream exactly as HTTP/2 says: one beyond the last of a GOAWAY, and one that it resets
with REFUSED_STREAM, was never looked at; every other one is answered with 200. The first line of
output is the port; when standard input ends, one line of JSON tells what was taken.

The moments: `below` (streams beyond the last are open), `twice` (2^31-1 first, and then the last),
`close` (the connection ends with the last answer), `body` (bodies wait for the window), `few`
(requests wait for a stream), `first` (nothing is answered yet), `refused` (streams are reset).
"""
import json
import random
import socket
import ssl
import sys
import threading
import time

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.settings
import hyperframe.frame

HIGHEST = 2**31 - 1
CODES = h2.settings.SettingCodes
moment, chance = sys.argv[2], random.Random(int(sys.argv[3]))
context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(sys.argv[1])
context.set_alpn_protocols(["h2"])
seen = {"connections": 0, "left": 0, "refused": 0, "beyond": 0}
taken = {}


class Line:
    """One connection."""

    def __init__(self, sock):
        self.sock = sock
        seen["connections"] += 1
        # The last connections stay, so that every run comes to its end.
        self.stays = seen["connections"] > 8
        self.until = 0 if moment == "first" else chance.randint(1, 40)
        self.last, self.answered = HIGHEST, []
        self.open, self.whole = {}, []
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        self.h2.local_settings = h2.settings.Settings(client=False, initial_values={
            CODES.MAX_CONCURRENT_STREAMS: 2 if moment == "few" else 100})
        self.h2.initiate_connection()
        if moment == "body":
            # It holds once the client has acknowledged it.
            self.h2.update_settings({CODES.INITIAL_WINDOW_SIZE: 8})
        self.flush()

    def flush(self):
        self.sock.sendall(self.h2.data_to_send())

    def go_away(self, last):
        self.flush()
        self.sock.sendall(hyperframe.frame.GoAwayFrame(last_stream_id=last).serialize())

    def read(self, seconds):
        """Takes what has come within some time; false once the client has gone."""
        self.sock.settimeout(seconds)
        try:
            data = self.sock.recv(65536)
        except TimeoutError:
            return True
        for event in self.h2.receive_data(data):
            self.take(event)
        self.flush()
        return bool(data)

    def take(self, event):
        if isinstance(event, h2.events.RequestReceived):
            stream = event.stream_id
            if stream > self.last:
                seen["beyond"] += 1
            elif moment == "refused" and not self.stays and chance.random() < 0.2:
                seen["refused"] += 1
                self.h2.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
            else:
                self.open[stream] = dict(event.headers)[b":path"].decode()
        elif isinstance(event, h2.events.DataReceived) and event.stream_ended is None:
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded) and event.stream_id in self.open:
            self.whole.append(event.stream_id)

    def answer(self, count):
        for _ in range(min(count, len(self.whole))):
            # Answers come in any order.
            stream = self.whole.pop(chance.randrange(len(self.whole)))
            path = self.open.pop(stream)
            taken[path] = taken.get(path, 0) + 1
            self.answered.append(stream)
            self.h2.send_headers(stream, [(":status", "200")], end_stream=True)
        self.flush()

    def serve(self):
        while self.stays or len(self.answered) < self.until or not (self.open or self.answered):
            if not self.read(chance.choice([0.001, 0.005])):
                return
            self.answer(100 if self.stays else chance.randint(0, 3))
        seen["left"] += 1
        if moment == "twice":
            self.go_away(HIGHEST)
            end = time.monotonic() + chance.choice([0, 0.01, 0.05])
            while time.monotonic() < end and self.read(0.002):
                self.answer(chance.randint(0, 3))
        lowest = max(self.answered, default=0)
        self.last = chance.choice([lowest] + [stream for stream in self.open if stream > lowest])
        self.open = {stream: path for stream, path in self.open.items() if stream <= self.last}
        self.whole = [stream for stream in self.whole if stream in self.open]
        self.go_away(self.last)
        end = time.monotonic() + 10
        while self.open and time.monotonic() < end and self.read(0.002):
            self.answer(chance.randint(0, 3))
        if moment == "close":
            # What lies unread would reset the connection, and the answers with it.
            self.sock.unwrap().shutdown(socket.SHUT_WR)
        while self.read(10):
            pass


def serve(raw):
    try:
        Line(context.wrap_socket(raw, server_side=True)).serve()
    except OSError:
        pass


listener = socket.create_server(("127.0.0.1", 0), backlog=64)
print(listener.getsockname()[1], flush=True)


def accept():
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
sys.stdin.read()
seen["twice"] = sum(1 for count in taken.values() if count > 1)
seen["taken"] = len(taken)
print(json.dumps(seen))
