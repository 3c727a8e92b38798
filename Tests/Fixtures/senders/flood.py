"""Floods APNs' port with frames that no honest client sends, and prints how each connection ends.

usage: flood.py CASES < settings.json
"""
import json
import os
import resource
import selectors
import socket
import ssl
import sys
import time

import jwt
from hpack import Decoder, Encoder
from hyperframe.frame import (
    ContinuationFrame, DataFrame, Frame, GoAwayFrame, HeadersFrame, PingFrame, RstStreamFrame,
    SettingsFrame)

S = json.load(sys.stdin)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
CODES = ["NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
         "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
         "CONNECT_ERROR", "ENHANCE_YOUR_CALM"]
CONTEXT = ssl.create_default_context(cafile=S["ca"])
CONTEXT.set_alpn_protocols(["h2"])


def token():
    with open(S["key"]["path"]) as file:
        key = file.read()
    claims = {"iss": S["team"], "iat": int(time.time())}
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": S["key"]["id"]})


class Link:
    """A connection whose frames are written by hand."""

    def __init__(self, begins=True):
        raw = socket.create_connection(("127.0.0.1", S["apns"]), timeout=30)
        self.socket = CONTEXT.wrap_socket(raw, server_hostname="localhost")
        self.bytes = b""
        self.encoder = Encoder()
        self.decoder = Decoder()
        if begins:
            self.send(PREFACE, SettingsFrame(0))

    def send(self, *frames):
        data = b"".join(f if isinstance(f, bytes) else f.serialize() for f in frames)
        try:
            self.socket.sendall(data)
        except OSError:
            pass

    def frames(self, seconds=20):
        """The frames that come until the connection ends, or until nothing comes any more."""
        self.socket.settimeout(seconds)
        while True:
            while len(self.bytes) >= 9:
                frame, length = Frame.parse_frame_header(memoryview(self.bytes[:9]))
                if len(self.bytes) < 9 + length:
                    break
                frame.parse_body(memoryview(self.bytes[9:9 + length]))
                self.bytes = self.bytes[9 + length:]
                yield frame
            try:
                data = self.socket.recv(65536)
            except OSError:
                return
            if not data:
                return
            self.bytes += data

    def ending(self):
        """How the connection ended, in words."""
        for frame in self.frames():
            if isinstance(frame, GoAwayFrame):
                reason = (frame.additional_data or b"").decode()
                return " ".join(["GOAWAY", CODES[frame.error_code], reason]).strip()
        return "closed"

    def head(self, stream=1, ends=False):
        fields = [
            (":method", "POST"), (":scheme", "https"), (":authority", "localhost"),
            (":path", "/3/device/" + S["token"]), ("apns-topic", S["topic"]),
            ("apns-push-type", "alert"), ("authorization", "bearer " + TOKEN),
        ]
        flags = ["END_HEADERS"] + (["END_STREAM"] if ends else [])
        return HeadersFrame(stream, data=self.encoder.encode(fields), flags=flags)

    def push(self, stream=1):
        """Sends an honest push, and returns its status."""
        body = json.dumps({"aps": {"alert": "Hello"}}).encode()
        self.send(self.head(stream), DataFrame(stream, data=body, flags=["END_STREAM"]))
        for frame in self.frames():
            if isinstance(frame, HeadersFrame) and frame.stream_id == stream:
                return int(dict(self.decoder.decode(frame.data))[":status"])
        return "closed"


TOKEN = token()


def others():
    """Whether another client is served, and how fast."""
    started = time.monotonic()
    status = Link().push()
    return "%s %s" % (status, "soon" if time.monotonic() - started < 5 else "LATE")


def flood(label, count, frames):
    """Lets `count` connections send what `frames` makes, and says how all of them ended."""
    endings = set()
    for _ in range(count):
        link = Link()
        link.send(*frames(link))
        endings.add(link.ending())
        link.socket.close()
    print(label, *sorted(endings), others(), sep=", ", flush=True)


def frames():
    def continuations(link):
        data = link.encoder.encode([("x-%d" % number, "y" * 50) for number in range(100)])
        yield HeadersFrame(1, data=data[:20])
        for _ in range(1000):
            yield ContinuationFrame(1, data=b"")

    def resets(link):
        for stream in range(1, 6001, 2):
            yield link.head(stream)
            yield RstStreamFrame(stream, error_code=8)

    def bomb(link):
        entry = link.encoder.encode([("x-bomb", "y" * 3900)], huffman=False)
        # 62 is the newest entry of the table: each byte stands for 3,906 bytes.
        yield HeadersFrame(1, data=entry + b"\xbe" * 12000, flags=["END_HEADERS", "END_STREAM"])

    def pings(link):
        for _ in range(10_100):
            yield PingFrame(0, opaque_data=b"12345678")

    def settings(link):
        for _ in range(10_100):
            yield SettingsFrame(0)

    def empty_data(link):
        yield link.head()
        for _ in range(10_100):
            yield DataFrame(1, data=b"")

    def broken_table(link):
        yield HeadersFrame(1, data=b"\xff\xff\xff\xff\xff\xff", flags=["END_HEADERS"])

    def large_frame(link):
        yield b"\x00\xff\xff\x00\x00\x00\x00\x00\x01" + b"x" * 65535

    flood("CONTINUATION", 50, continuations)
    flood("RST_STREAM", 3, resets)
    flood("HPACK bomb", 50, bomb)
    flood("PING", 2, pings)
    flood("SETTINGS", 2, settings)
    flood("empty DATA", 2, empty_data)
    flood("HPACK garbage", 5, broken_table)
    flood("a frame of 65,535 bytes", 5, large_frame)


def heads():
    """Malformed requests (RFC 9113, 8.1 to 8.3): each is reset, and the connection goes on."""
    link = Link()
    first = [(":method", "POST"), (":scheme", "https"), (":path", "/3/device/" + S["token"])]
    rest = [("authorization", "bearer " + TOKEN), ("apns-topic", S["topic"])]
    cases = {
        "upper case": first + rest + [("X-Upper", "1")],
        "a blank in a name": first + rest + [("x y", "1")],
        "no path": first[:2] + rest,
        "an empty path": first[:2] + [(":path", "")] + rest,
        "no scheme": [first[0], first[2]] + rest,
        "two methods": first[:1] + first + rest,
        "an unknown pseudo-field": first + [(":status", "200")] + rest,
        "a late pseudo-field": first[:2] + rest + first[2:],
        "connection": first + rest + [("connection", "close")],
        "transfer-encoding": first + rest + [("transfer-encoding", "chunked")],
        "te": first + rest + [("te", "gzip")],
        "a line break": first + rest + [("x-line", "a\r\nb")],
        "two lengths": first + rest + [("content-length", "2"), ("content-length", "3")],
        "no length": first + rest + [("content-length", "two")],
        "a shorter body": first + rest + [("content-length", "9")],
        "a longer body": first + rest + [("content-length", "1")],
        "CONNECT to a path": [(":method", "CONNECT"), (":authority", "localhost")] + first[1:],
    }
    stream = 1
    for name, fields in cases.items():
        data = link.encoder.encode(fields)
        link.send(
            HeadersFrame(stream, data=data, flags=["END_HEADERS"]),
            DataFrame(stream, data=b"{}", flags=["END_STREAM"]))
        for frame in link.frames():
            if frame.stream_id == stream:
                how = CODES[frame.error_code] if isinstance(frame, RstStreamFrame) else frame
                print(name, how, flush=True)
                break
        else:
            print(name, "the connection ended")
        stream += 2
    print("trailers", trailers(link, stream, [("x-trailer", "1")]))
    print("bad trailers", trailers(link, stream + 2, [(":path", "/")]))
    print("a whole request", link.push(stream + 4))


def trailers(link, stream, fields):
    """What comes of fields behind a body: a status, or the name of an error."""
    link.send(
        link.head(stream), DataFrame(stream, data=b'{"aps":{"alert":"Hello"}}'),
        HeadersFrame(
            stream, data=link.encoder.encode(fields), flags=["END_HEADERS", "END_STREAM"]))
    for frame in link.frames():
        if isinstance(frame, RstStreamFrame) and frame.stream_id == stream:
            return CODES[frame.error_code]
        if isinstance(frame, HeadersFrame) and frame.stream_id == stream:
            return dict(link.decoder.decode(frame.data))[":status"]


def headers():
    """Honest frames with more headers than are read."""
    link = Link()
    fields = [("x-%d" % number, "y" * 200) for number in range(16)]
    first = [(":method", "POST"), (":scheme", "https"), (":path", "/3/device/" + S["token"])]
    data = link.encoder.encode(first + fields * 5, huffman=False)
    link.send(
        HeadersFrame(1, data=data[:16000]),
        ContinuationFrame(1, data=data[16000:], flags=["END_HEADERS"]))
    print("headers", link.ending(), flush=True)


def idle():
    """More connections than the server keeps: the oldest have to go."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    links = [Link() for _ in range(S["idle"])]
    print("idle", others(), flush=True)
    # 1,000 connections, one that is just closing, and the server's own files: who had to go is not
    # kept until it says farewell.
    held = os.listdir("/proc/%d/fd" % S["server"])
    print("kept too long", max(0, len(held) - 1064), flush=True)
    print("the oldest", links[0].ending())
    print("the newest", links[-1].push())


def half():
    """Connections that stop in the midst of their handshake, or behind it."""
    silent = [socket.create_connection(("127.0.0.1", S["apns"])) for _ in range(100)]
    begun = [socket.create_connection(("127.0.0.1", S["apns"])) for _ in range(100)]
    for link in begun:
        link.sendall(b"\x16\x03\x01\x02\x00\x01")
    shaken = [Link(begins=False) for _ in range(50)]
    print("half-open", others(), flush=True)
    started = time.monotonic()
    waiting = selectors.DefaultSelector()
    for link in silent + begun:
        waiting.register(link, selectors.EVENT_READ)
    while waiting.get_map() and time.monotonic() - started < 90:
        for key, _ in waiting.select(1):
            try:
                over = not key.fileobj.recv(1)
            except OSError:
                over = True
            if over:
                waiting.unregister(key.fileobj)
    print("left after the handshake's time", len(waiting.get_map()), flush=True)
    shaken[0].send(PREFACE, SettingsFrame(0))
    print("a late preface", shaken[0].push())


def slow():
    """Bodies of which a byte comes now and then."""
    links = []
    for _ in range(50):
        link = Link()
        link.send(link.head(), DataFrame(1, data=b"{"))
        links.append(link)
    for _ in range(3):
        for link in links:
            link.send(DataFrame(1, data=b" "))
        print("slow", others(), flush=True)
    links[0].send(DataFrame(1, data=b'"aps":{"alert":"Hello"}}', flags=["END_STREAM"]))
    for frame in links[0].frames():
        if isinstance(frame, HeadersFrame):
            print("finished", dict(links[0].decoder.decode(frame.data))[":status"])
            break


for case in sys.argv[1:]:
    {"frames": frames, "heads": heads, "headers": headers, "idle": idle, "half": half, "slow": slow}[case]()
