"""Answers as APNs with the bare HTTP/2 library `h2`, to see what a sender of ours does on the wire.

usage: h2_apns.py CERTIFICATE PUBLIC-KEY [goaway-after]

The first digit of the device token says what it is answered. The first line of output is the port;
when standard input ends, one line of JSON tells what came.
"""
import email.utils
import json
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
import jwt

ANSWERS = {
    "0": (200, None, {}),
    "1": (410, {"reason": "Unregistered", "timestamp": 1767225600000}, {}),
    "2": (400, {"reason": "BadDeviceToken"}, {}),
    "3": (429, {"reason": "TooManyRequests"}, {"retry-after": "1"}),
    "4": (503, {"reason": "ServiceUnavailable"}, {"retry-after": "900"}),
    "5": (500, {"reason": "InternalServerError"}, {}),
    "6": (413, {"reason": "PayloadTooLarge"}, {}),
    "7": (502, None, {}),
    "8": (429, {"reason": "TooManyRequests"}, {"retry-after": "in two seconds, as a date"}),
}

context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(sys.argv[1])
context.set_alpn_protocols(["h2"])
with open(sys.argv[2]) as file:
    public_key = file.read()
goaway_after = int(sys.argv[3]) if len(sys.argv) > 3 else None

seen = {
    "connections": 0, "requests": 0, "most_at_once": 0, "jwts": [], "names": [], "heads": [],
    "taken": {}, "unsigned": 0,
}
asked = {}


def name_of(sock, name, _):
    seen["names"].append(name)


context.sni_callback = name_of


def serve(raw):
    try:
        talk(context.wrap_socket(raw, server_side=True))
    except (ssl.SSLError, OSError):
        pass


def talk(sock):
    global goaway_after
    seen["connections"] += 1
    connection = h2.connection.H2Connection(
        h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
    connection.local_settings = h2.settings.Settings(
        client=False, initial_values={h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS: 100})
    connection.initiate_connection()
    sock.sendall(connection.data_to_send())
    sock.settimeout(0.02)
    streams = {}
    whole = []
    while True:
        try:
            data = sock.recv(65536)
            if not data:
                return
            read(connection, data, streams, whole)
        except TimeoutError:
            # Nothing more comes before something is answered: these are all at once.
            seen["most_at_once"] = max(seen["most_at_once"], len(whole))
            for stream in whole:
                answer(connection, stream, *streams.pop(stream))
                if goaway_after is not None and seen["requests"] >= goaway_after:
                    goaway_after = None
                    return leave(connection, sock, stream)
            whole.clear()
        sock.sendall(connection.data_to_send())


def read(connection, data, streams, whole):
    for event in connection.receive_data(data):
        if isinstance(event, h2.events.RequestReceived):
            streams[event.stream_id] = [dict(event.headers), b""]
        elif isinstance(event, h2.events.DataReceived):
            streams[event.stream_id][1] += event.data
            connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        if isinstance(event, h2.events.StreamEnded):
            whole.append(event.stream_id)


def leave(connection, sock, last):
    """Says which streams were looked at, and takes no other."""
    connection.close_connection(
        error_code=h2.errors.ErrorCodes.NO_ERROR, last_stream_id=last,
        additional_data=b'{"reason":"Shutdown"}')
    sock.sendall(connection.data_to_send())
    try:
        while sock.recv(65536):
            pass
    except TimeoutError:
        sock.close()


def answer(connection, stream, head, body):
    seen["requests"] += 1
    token = head[":path"].rsplit("/", 1)[1]
    text = head.get("authorization", "")[7:]
    if text not in seen["jwts"]:
        seen["jwts"].append(text)
        try:
            claims = jwt.decode(text, public_key, algorithms=["ES256"])
            seen["issuer"] = claims["iss"]
            seen["key"] = jwt.get_unverified_header(text)["kid"]
        except jwt.PyJWTError:
            seen["unsigned"] += 1
    if len(seen["heads"]) < 3:
        seen["heads"].append(
            {name: value for name, value in head.items() if name != "authorization"})
        seen["body"] = body.decode()
    status, reason, fields = ANSWERS[token[0]]
    asked[token] = asked.get(token, 0) + 1
    if status == 429 and asked[token] > 1:
        status, reason, fields = ANSWERS["0"]
    elif token[0] == "8":
        fields = {"retry-after": email.utils.formatdate(time.time() + 2, usegmt=True)}
    if status == 200:
        seen["taken"][token] = seen["taken"].get(token, 0) + 1
    fields = [(":status", str(status)), ("apns-id", head.get("apns-id", ""))] + list(fields.items())
    data = json.dumps(reason).encode() if reason else b""
    connection.send_headers(stream, fields, end_stream=not data)
    if data:
        connection.send_data(stream, data, end_stream=True)


listener = socket.create_server(("127.0.0.1", 0), backlog=64)
print(listener.getsockname()[1], flush=True)


def accept():
    while True:
        raw, _ = listener.accept()
        threading.Thread(target=serve, args=(raw,), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
sys.stdin.read()
seen["twice"] = sum(1 for count in seen["taken"].values() if count > 1)
seen["taken"] = len(seen["taken"])
seen["jwts"] = len(seen["jwts"])
print(json.dumps(seen))
