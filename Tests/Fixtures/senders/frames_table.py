"""Frames of HTTP/2 written by hand, each with what RFC 9113 wants of a server for APNs.

The answers were written down before the gateway's code was read: prints what differs, and counts.
"""
import json
import socket
import ssl
import struct
import sys
import time

import jwt
from hpack import Decoder, Encoder

S = json.load(sys.stdin)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST, SETTINGS, PROMISE, PING, GOAWAY, WINDOW, CONTINUATION = range(10)
END_STREAM = ACK = 1
END_HEADERS, PADDED, PRIORITISED = 4, 8, 32
TABLE_SIZE, ENABLE_PUSH, STREAMS, WINDOW_SIZE, FRAME_SIZE = range(1, 6)
CODES = ["NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
         "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR"]
BODY = b'{"aps":{"alert":"Hello"}}'
CONTEXT = ssl.create_default_context(cafile=S["ca"])
CONTEXT.set_alpn_protocols(["h2"])
with open(S["key"]["path"]) as file:
    TOKEN = jwt.encode({"iss": S["team"], "iat": int(time.time())}, file.read(), algorithm="ES256",
                       headers={"kid": S["key"]["id"]})
differing = asked = 0


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) \
        + struct.pack(">I", stream) + payload


def setting(*pairs):
    return b"".join(struct.pack(">HI", name, value) for name, value in pairs)


class Link:
    """A connection, with what was said on it."""

    def __init__(self, *settings, preface=PREFACE):
        raw = socket.create_connection(("127.0.0.1", S["apns"]), timeout=30)
        self.socket = CONTEXT.wrap_socket(raw, server_hostname="localhost")
        self.encoder, self.decoder, self.bytes = Encoder(), Decoder(), b""
        if preface:
            self.send(preface, frame(SETTINGS, 0, 0, setting(*settings)))

    def send(self, *frames):
        try:
            self.socket.sendall(b"".join(frames))
        except OSError:
            pass

    def head(self, auth="bearer " + TOKEN):
        return self.encoder.encode([
            (":method", "POST"), (":scheme", "https"), (":authority", "localhost"),
            (":path", "/3/device/" + S["token"]), ("apns-topic", S["topic"]),
            ("apns-push-type", "alert"), ("authorization", auth)])

    def push(self, stream=1):
        self.send(frame(HEADERS, END_HEADERS, stream, self.head()),
                  frame(DATA, END_STREAM, stream, BODY))

    def said(self, until, seconds=10):
        """What is said up to the event that is waited for, or up to the connection's end."""
        events, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            while len(self.bytes) >= 9 + (size := int.from_bytes(self.bytes[:3], "big")):
                events.append(self.event(self.bytes[:9], self.bytes[9:9 + size]))
                self.bytes = self.bytes[9 + size:]
                if until(events[-1]) or events[-1].startswith("GOAWAY"):
                    return events
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                break
            except OSError:
                data = b""
            if not data:
                return events + ["closed"]
            self.bytes += data
        return events + ["silent"]

    def event(self, head, payload):
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:9], "big")
        if kind == HEADERS:
            return "%s on %d" % (dict(self.decoder.decode(payload))[":status"], stream)
        if kind == DATA:
            return "DATA on %d" % stream
        if kind == RST:
            return "RST %s on %d" % (CODES[int.from_bytes(payload, "big")], stream)
        if kind == GOAWAY:
            return "GOAWAY " + CODES[int.from_bytes(payload[4:8], "big")]
        if kind == PING:
            return "PING %d %s" % (flags, payload.decode())
        if kind == SETTINGS and not flags:
            pairs = dict(struct.iter_unpack(">HI", payload))
            return "SETTINGS of %s streams" % pairs.get(STREAMS)
        return {SETTINGS: "SETTINGS ACK", WINDOW: "WINDOW"}.get(kind, str(kind))


def expect(label, wanted, link, *frames):
    """Sends frames and waits for the event that is wanted."""
    global differing, asked
    asked += 1
    link.send(*frames)
    among = wanted.split(" or ")
    events = link.said(lambda event: event in among)
    if events[-1] not in among:
        differing += 1
        print(label, "wanted", wanted, "found", events)
    return link, events


def head_of(link, stream=1, **options):
    return frame(HEADERS, END_HEADERS, stream, link.head(**options))


def honest():
    """Unusual, and right: RFC 9113, sections 4 to 6."""
    link = Link()
    expect("SETTINGS are acknowledged", "SETTINGS ACK", link)
    expect("a PING comes back as it was", "PING 1 12345678", link, frame(PING, 0, 0, b"12345678"))
    link = Link()
    data = link.head()
    expect("a head in pieces, one of them empty", "200 on 1", link,
           frame(HEADERS, 0, 1, data[:50]), frame(CONTINUATION, 0, 1, data[50:60]),
           frame(CONTINUATION, 0, 1), frame(CONTINUATION, END_HEADERS, 1, data[60:]),
           frame(DATA, END_STREAM, 1, BODY))
    link = Link()
    padded = b"\x05" + b"\0\0\0\0\x10" + link.head() + b"\0" * 5
    expect("padding, and a priority", "200 on 1", link,
           frame(HEADERS, END_HEADERS | PADDED | PRIORITISED, 1, padded),
           frame(DATA, END_STREAM | PADDED, 1, b"\x07" + BODY + b"\0" * 7))
    link = Link()
    expect("a body byte by byte, and an empty end", "200 on 1", link, head_of(link),
           *[frame(DATA, 0, 1, BODY[place:place + 1]) for place in range(len(BODY))],
           frame(DATA, END_STREAM, 1))
    link = Link((0x99, 7))
    expect("kinds and settings that nobody knows", "200 on 1", link, frame(0x42, 0xFF, 0, b"abc"),
           head_of(link), frame(0x50, 1, 1, b"zz"), frame(DATA, END_STREAM, 1, BODY))
    link = Link()
    expect("the priority of another stream", "200 on 3", link,
           frame(PRIORITY, 0, 1, b"\0\0\0\0\x05"), head_of(link, 3),
           frame(DATA, END_STREAM, 3, BODY))
    link = Link()
    expect("a stream that its sender gives up", "200 on 3", link, head_of(link),
           frame(DATA, 0, 1, BODY[:4]), frame(RST, 0, 1, b"\0\0\0\x08"), head_of(link, 3),
           frame(DATA, END_STREAM, 3, BODY))
    link = Link((TABLE_SIZE, 0))
    expect("no table for the answers' heads", "200 on 1", link, head_of(link),
           frame(DATA, END_STREAM, 1, BODY))
    link = Link()
    link.encoder.header_table_size = 0
    expect("no table for the requests' heads", "200 on 1", link, head_of(link),
           frame(DATA, END_STREAM, 1, BODY))
    link = Link()
    expect("the sum in trailers", "200 on 1", link, head_of(link), frame(DATA, 0, 1, BODY),
           frame(HEADERS, END_HEADERS | END_STREAM, 1, link.encoder.encode([("x-sum", "1")])))


def flow():
    """Windows and streams: RFC 9113, section 5.2, and Apple's one stream before a token."""
    link = Link((WINDOW_SIZE, 0))
    expect("a head needs no window", "403 on 1", link, head_of(link, auth="bearer"),
           frame(DATA, END_STREAM, 1, BODY))
    _, events = expect("a body waits for one", "DATA on 1", link,
                       frame(WINDOW, 0, 1, b"\0\0\x01\0"))
    assert "DATA on 1" not in events[:-1]
    expect("one stream before a token was accepted", "SETTINGS of 1 streams", Link())
    link = Link()
    link.push()
    expect("and 1,000 after it", "SETTINGS of 1000 streams", link)
    link.push(3)
    expect("the streams go on", "200 on 3", link)


def faults_of_connections():
    """What ends a connection: RFC 9113, sections 4 to 6."""
    for label, code, *frames in (
            ("WINDOW_UPDATE of 0", "PROTOCOL_ERROR", frame(WINDOW, 0, 0, b"\0\0\0\0")),
            ("a window beyond 2^31", "FLOW_CONTROL_ERROR",
             frame(WINDOW, 0, 0, b"\x7f\xff\xff\xff")),
            ("DATA of an idle stream", "PROTOCOL_ERROR", frame(DATA, END_STREAM, 1, BODY)),
            ("RST_STREAM of an idle one", "PROTOCOL_ERROR", frame(RST, 0, 1, b"\0\0\0\x08")),
            ("CONTINUATION of nothing", "PROTOCOL_ERROR", frame(CONTINUATION, END_HEADERS, 1)),
            ("PUSH_PROMISE", "PROTOCOL_ERROR", frame(PROMISE, END_HEADERS, 1, b"\0\0\0\x02")),
            ("PING of 3 bytes", "FRAME_SIZE_ERROR", frame(PING, 0, 0, b"123")),
            ("PING of a stream", "PROTOCOL_ERROR", frame(PING, 0, 1, b"12345678")),
            ("SETTINGS of a stream", "PROTOCOL_ERROR", frame(SETTINGS, 0, 1)),
            ("SETTINGS of 5 bytes", "FRAME_SIZE_ERROR", frame(SETTINGS, 0, 0, b"12345")),
            ("ACK with content", "FRAME_SIZE_ERROR", frame(SETTINGS, ACK, 0, b"123456"),
             frame(PING, 0, 0, b"12345678")),
            ("ENABLE_PUSH of 2", "PROTOCOL_ERROR",
             frame(SETTINGS, 0, 0, setting((ENABLE_PUSH, 2)))),
            ("a window of 2^31", "FLOW_CONTROL_ERROR",
             frame(SETTINGS, 0, 0, setting((WINDOW_SIZE, 1 << 31)))),
            ("frames of 100 bytes", "PROTOCOL_ERROR",
             frame(SETTINGS, 0, 0, setting((FRAME_SIZE, 100)))),
            ("GOAWAY of a stream", "PROTOCOL_ERROR", frame(GOAWAY, 0, 1, b"\0" * 8))):
        expect(label, "GOAWAY " + code, Link(), *frames)
    link = Link()
    expect("an even stream", "GOAWAY PROTOCOL_ERROR", link, head_of(link, 2))
    link = Link()
    expect("an older stream", "GOAWAY PROTOCOL_ERROR or GOAWAY STREAM_CLOSED", link,
           head_of(link, 5), head_of(link, 3))
    link = Link()
    expect("a frame within a head", "GOAWAY PROTOCOL_ERROR", link,
           frame(HEADERS, 0, 1, link.head()[:50]), frame(PING, 0, 0, b"12345678"))
    link = Link()
    head = link.head(auth="bearer " + "Z" * 20_000)
    expect("a head of 20 KB, and more that nobody reads", "GOAWAY PROTOCOL_ERROR", link,
           frame(HEADERS, 0, 1, head[:16_000]), frame(CONTINUATION, END_HEADERS, 1, head[16_000:]),
           *[frame(DATA, 0, 1, b"x" * 16_000)] * 100)
    link = Link()
    expect("more padding than frame", "GOAWAY PROTOCOL_ERROR", link, head_of(link),
           frame(DATA, END_STREAM | PADDED, 1, b"\xff" + BODY))
    expect("another protocol", "GOAWAY PROTOCOL_ERROR or closed",
           Link(preface=b""), b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)


def faults_of_streams():
    """What ends one stream, and not the next: RFC 9113, sections 5.1 and 8.1."""
    reset = "RST PROTOCOL_ERROR on 1"
    link = Link()
    expect("trailers that are not the end", reset, link, head_of(link), frame(DATA, 0, 1, BODY),
           frame(HEADERS, END_HEADERS, 1, link.encoder.encode([("x-sum", "1")])))
    expect("the next", "200 on 3", link, head_of(link, 3), frame(DATA, END_STREAM, 3, BODY))
    link = Link()
    expect("a pseudo-header in trailers", reset, link, head_of(link), frame(DATA, 0, 1, BODY),
           frame(HEADERS, END_HEADERS | END_STREAM, 1, link.encoder.encode([(":path", "/")])))
    expect("the next", "200 on 3", link, head_of(link, 3), frame(DATA, END_STREAM, 3, BODY))
    link = Link()
    fields = [(":method", "POST"), ("apns-topic", S["topic"]), (":scheme", "https"),
              (":path", "/3/device/" + S["token"])]
    expect("a pseudo-header behind another field", reset, link,
           frame(HEADERS, END_HEADERS, 1, link.encoder.encode(fields)))
    expect("the next", "200 on 3", link, head_of(link, 3), frame(DATA, END_STREAM, 3, BODY))
    link = Link()
    link.push()
    expect("DATA behind the end", "RST STREAM_CLOSED on 1 or GOAWAY STREAM_CLOSED", link,
           frame(DATA, END_STREAM, 1, BODY))


for part in (honest, flow, faults_of_connections, faults_of_streams):
    part()
print(asked, "asked,", differing, "differ")
