"""Sends to APNs with the bare HTTP/2 library `h2`, and prints what each request is answered.

usage: h2_sender.py CASES < settings.json
"""
import json
import socket
import ssl
import sys
import time

import h2.config
import h2.connection
import h2.events
import h2.settings
import jwt

S = json.load(sys.stdin)
ALERT = json.dumps({"aps": {"alert": "Hello"}}).encode()


def token(key="key", team=None, age=0):
    """A provider token of one of the demo keys, issued so many seconds ago."""
    with open(S[key]["path"]) as file:
        text = file.read()
    claims = {"iss": team or S["team"], "iat": int(time.time()) - age}
    return jwt.encode(claims, text, algorithm="ES256", headers={"kid": S[key]["id"]})


class Connection:
    """One connection to APNs; `name` is the host of the TLS handshake."""

    def __init__(self, name="localhost", alpn=("h2",), certificate=None, waits=True, port="apns",
                 version=None):
        context = ssl.create_default_context(cafile=S["ca"])
        if alpn:
            context.set_alpn_protocols(list(alpn))
        if version:
            context.minimum_version = context.maximum_version = version
        if certificate:
            context.load_cert_chain(certificate)
        raw = socket.create_connection(("127.0.0.1", S[port]), timeout=60)
        self.socket = context.wrap_socket(raw, server_hostname=name)
        self.name = name
        self.h2 = h2.connection.H2Connection(
            h2.config.H2Configuration(
                client_side=True, header_encoding="utf-8",
                validate_outbound_headers=False, normalize_outbound_headers=False))
        self.h2.initiate_connection()
        self.answers = {}
        self.reset = {}
        self.pieces = 0
        self.goaway = None
        self.closed = False
        self.flush()
        while waits and not self.closed and not self.settings_came():
            self.read()

    def settings_came(self):
        # Without SETTINGS the library takes any number of streams for allowed.
        return self.h2.remote_settings.max_concurrent_streams < 1 << 31

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def read(self):
        data = self.socket.recv(65536)
        if not data:
            self.closed = True
            return
        for event in self.h2.receive_data(data):
            if isinstance(event, h2.events.ResponseReceived):
                self.answers[event.stream_id] = {"head": dict(event.headers), "body": b"", "over": False}
            elif isinstance(event, h2.events.DataReceived):
                self.pieces += 1
                self.answers[event.stream_id]["body"] += event.data
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, h2.events.StreamEnded):
                self.answers[event.stream_id]["over"] = True
            elif isinstance(event, h2.events.StreamReset):
                self.reset[event.stream_id] = event.error_code
            elif isinstance(event, h2.events.PingAckReceived):
                self.ponged = True
            elif isinstance(event, h2.events.ConnectionTerminated):
                self.goaway = (event.additional_data or b"").decode()
        self.flush()

    def start(self, headers=None, body=ALERT, method="POST", path=None, without=(), extra=()):
        """Sends a request and returns its stream."""
        stream = self.h2.get_next_available_stream_id()
        fields = {
            ":method": method, ":scheme": "https", ":authority": self.name,
            ":path": path if path is not None else "/3/device/" + S["token"],
            "apns-topic": S["topic"], "apns-push-type": "alert",
        }
        if not (headers or {}).get("authorization"):
            fields["authorization"] = "bearer " + self.token
        fields.update(headers or {})
        fields = [(name, value) for name, value in fields.items() if name not in without]
        self.h2.send_headers(stream, fields + list(extra), end_stream=not body)
        if body:
            self.h2.send_data(stream, body, end_stream=True)
        self.flush()
        return stream

    token = ""

    def finish(self, stream):
        """Waits for an answer, and returns its status, head and body."""
        while not self.closed:
            answer = self.answers.get(stream)
            if answer and answer["over"]:
                body = json.loads(answer["body"]) if answer["body"] else {}
                return int(answer["head"][":status"]), answer["head"], body
            if stream in self.reset:
                return "reset", {}, {}
            self.read()
        return "closed", {}, {}

    def ask(self, *arguments, **options):
        return self.finish(self.start(*arguments, **options))


    def settle(self):
        """Reads what was sent before the answer to a ping."""
        if self.goaway is None:
            self.h2.ping(b"pushsh01")
            self.flush()
        while not self.closed and self.goaway is None and not self.ponged:
            self.read()

    ponged = False


def show(label, answer):
    status, head, body = answer
    words = [label, str(status)]
    if "reason" in body:
        words.append(body["reason"])
    if "timestamp" in body:
        now = time.time() * 1000
        words.append("timestamp" if 0 <= now - body["timestamp"] < 3_600_000 else "WRONG")
    print(" ".join(words), flush=True)


def connection(*arguments, **options):
    made = Connection(*arguments, **options)
    made.token = token()
    return made


def refusals():
    """Each documented reason that a request of its own brings about."""
    link = connection()
    show("accepted", link.ask())
    given = "123E4567-E89B-12D3-A456-4266554400A0"
    status, head, _ = link.ask({"apns-id": given})
    print("echoed", status, head["apns-id"] == given, "pushsh-event" in head)
    status, head, _ = link.ask(body=b'{"aps":{"alert":"' + b"a" * (4096 - 20) + b'"}}')
    print("4096 bytes", status, len(head["apns-id"]), head.get("content-type"))
    for label, options in {
        "GET": {"method": "GET", "body": b""},
        "another path": {"path": "/3/devices/" + S["token"]},
        "no token": {"path": "/3/device/"},
        "no hexadecimal": {"path": "/3/device/zz"},
        "unknown token": {"path": "/3/device/" + "0" * 64},
        "dead token": {"path": "/3/device/" + S["dead"]},
        "no topic": {"without": ["apns-topic"]},
        "another topic": {"headers": {"apns-topic": "com.example.other"}},
        "no bundle ID": {"headers": {"apns-topic": "com example"}},
        "push type": {"headers": {"apns-push-type": "banner"}},
        "background at 10": {"headers": {"apns-push-type": "background", "apns-priority": "10"}},
        "priority 7": {"headers": {"apns-priority": "7"}},
        "expiration": {"headers": {"apns-expiration": "soon"}},
        "message ID": {"headers": {"apns-id": "1"}},
        "collapse ID": {"headers": {"apns-collapse-id": "c" * 65}},
        "twice": {"extra": [("apns-topic", S["topic"])]},
        "no body": {"body": b""},
        "4097 bytes": {"body": b'{"aps":{"alert":"' + b"a" * (4097 - 20) + b'"}}'},
    }.items():
        show(label, link.ask(**options))


def credentials():
    """The reasons that a connection's credentials bring about."""
    show("no credentials", connection().ask(without=["authorization"]))
    show("damaged", connection().ask({"authorization": "bearer abc"}))
    show("two hours old", connection().ask({"authorization": "bearer " + token(age=7200)}))
    show("another team", connection().ask({"authorization": "Bearer " + token(team="OTHERTEAM1")}))
    head, claims, signature = token().split(".")
    forged = ".".join([head, claims, signature[:-6] + "AAAAAA"])
    show("forged", connection().ask({"authorization": "bearer " + forged}))
    link = connection()
    show("first token", link.ask({"authorization": "bearer " + token(age=60)}))
    show("another token", link.ask({"authorization": "bearer " + token(age=30)}))
    show("another key", link.ask({"authorization": "bearer " + token("other")}))
    foreign = token("foreign", team="OTHERTEAM1")
    show("a second team", link.ask({"authorization": "bearer " + foreign}))
    show("its own link", connection().ask({"authorization": "bearer " + foreign}))
    show("a key of two topics", connection().ask({"authorization": "bearer " + token("narrow")}))
    sandbox = "api.sandbox.push.apple.com"
    show("sandbox", connection(sandbox).ask())
    show("the old name", connection("api.development.push.apple.com").ask())
    show("production", connection("api.push.apple.com").ask())
    show("a production key", connection(sandbox).ask({"authorization": "bearer " + token("other")}))
    status, head, _ = connection(sandbox).ask()
    print("unique ID", status, "apns-unique-id" in head)


def events():
    """Refusals with the events under which `why` explains them."""
    for label, link, headers in (
        ("expired", connection(), {"authorization": "bearer " + token(age=7200)}),
        ("production", connection("api.push.apple.com"), {}),
    ):
        status, head, body = link.ask(headers)
        print(label, status, body["reason"], head["pushsh-event"], flush=True)


def certificates():
    """A client certificate in place of a provider token, and the ways of ALPN."""
    link = Connection(certificate=S["certificate"])
    bare = {"without": ["authorization"]}
    show("certificate", link.ask(**bare))
    show("without topic", link.ask(without=["authorization", "apns-topic"]))
    show("another topic", link.ask({"apns-topic": "com.example.other"}, **bare))
    show("location", link.ask({"apns-push-type": "location"}, **bare))
    for type, suffix in (("voip", ".voip"), ("liveactivity", ".push-type.liveactivity")):
        show(type, link.ask({"apns-push-type": type, "apns-topic": S["topic"] + suffix}, **bare))
    show("no ALPN", connection(alpn=()).ask())
    try:
        print("HTTP/1.1 alone", Connection(alpn=("http/1.1",)).closed)
    except ssl.SSLError as error:
        print("HTTP/1.1 alone", "no application protocol" in str(error))


def made(name, authority=None, days=1, usage=None):
    """A certificate of the app with its key, signed by an authority or else by itself."""
    from datetime import datetime, timedelta
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.USER_ID, S["topic"])])
    signer, issuer = key, subject
    if authority:
        with open(authority, "rb") as file:
            text = file.read()
        signer = serialization.load_pem_private_key(text, None)
        issuer = x509.load_pem_x509_certificate(text).subject
    now = datetime.utcnow()
    usage = usage or x509.ExtendedKeyUsageOID.CLIENT_AUTH
    builder = x509.CertificateBuilder(
        issuer, subject, key.public_key(), x509.random_serial_number(),
        now - timedelta(days=2), now + timedelta(days=days))
    builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
    with open(name, "wb") as file:
        file.write(builder.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
        file.write(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption()))
    return name


def strangers():
    """Certificates that are not valid, on every version of TLS, and one of one environment."""
    from cryptography.x509 import ExtendedKeyUsageOID
    bare = {"without": ["authorization"]}
    authority = S["ca"].replace(".pem", ".key")
    foreign = made("foreign.pem")
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        link = Connection(certificate=foreign, version=version)
        status, head, body = link.ask(**bare)
        print("foreign", link.socket.version(), status, body["reason"])
    event = head["pushsh-event"]
    over = made("over.pem", authority, days=-1)
    show("over", Connection(certificate=over).ask(**bare))
    server = made("server.pem", authority, usage=ExtendedKeyUsageOID.SERVER_AUTH)
    show("a server's", Connection(certificate=server).ask(**bare))
    show("ours", Connection(certificate=made("ours.pem", authority)).ask(**bare))
    link = Connection(certificate=foreign)
    link.token = token()
    show("foreign with a token", link.ask())
    for name in ("localhost", "api.sandbox.push.apple.com", "api.push.apple.com"):
        show(name, Connection(name, certificate=S["production"]).ask(**bare))
    print(event)


def many():
    """A burst before the server's first SETTINGS, then 1,000 streams at once."""
    link = connection(waits=False)
    streams = [link.start() for _ in range(300)]
    print("burst", [link.finish(stream)[0] for stream in streams].count(200), flush=True)
    link = connection()
    before = link.h2.remote_settings.max_concurrent_streams
    link.ask()
    print("streams", before, link.h2.remote_settings.max_concurrent_streams)
    streams = [link.start() for _ in range(1000)]
    answers = [link.finish(stream) for stream in streams]
    events = {head.get("pushsh-event") for _, head, _ in answers}
    print("at once", [answer[0] for answer in answers].count(200), len(events))


def channels():
    """Manages broadcast channels, and sends to the one of `S["channel"]` where it is given."""
    manage = connection(port="channels")
    base = {"without": ["apns-topic", "apns-push-type"]}
    apps = "/1/apps/" + S["topic"]

    def ask(label, method, path, body=b"", **fields):
        status, head, answer = manage.ask(
            {name.replace("_", "-"): value for name, value in fields.items()}, body=body,
            method=method, path=path, **base)
        print(label, status, *([answer["reason"]] if "reason" in answer else []), flush=True)
        return head, answer

    if "channel" in S:
        link = connection()
        fields = {
            "apns-channel-id": S["channel"], "apns-push-type": "liveactivity",
            "apns-expiration": "0", "apns-priority": "5",
            "apns-request-id": "8d4d6d0c-0000-4000-8000-000000000001",
        }
        body = json.dumps({"aps": {"event": "update", "timestamp": int(time.time()),
                                   "content-state": {"stops": 2}}}).encode()
        path = "/4/broadcasts/apps/" + S["topic"]
        status, head, _ = link.ask(fields, body=body, path=path, without=["apns-topic"])
        print("broadcast", status, head["apns-request-id"], "pushsh-event" in head, flush=True)
        status, head, answer = link.ask(
            dict(fields, **{"apns-channel-id": "AAAA"}), body=body, path=path)
        print("unknown", status, answer["reason"], head.get("pushsh-event"))
        status, _, answer = link.ask(fields, path=apps + "/channels", **base)
        print("management on the port of pushes", status, answer["reason"])
        ask("delete", "DELETE", apps + "/channels", apns_channel_id=S["channel"])
        ask("read", "GET", apps + "/channels", apns_channel_id=S["channel"])
        return
    body = json.dumps({"message-storage-policy": 1, "push-type": "LiveActivity"}).encode()
    head, _ = ask("create", "POST", apps + "/channels", body)
    channel = head["apns-channel-id"]
    _, answer = ask("read", "GET", apps + "/channels", apns_channel_id=channel)
    print(answer)
    _, answer = ask("list", "GET", apps + "/all-channels")
    print(answer["channels"] == [channel], "apns-request-id" in head)
    ask("no body", "POST", apps + "/channels")
    ask("a push", "POST", "/3/device/" + S["token"], body)
    print(channel)


def once():
    """One request, with its answer as JSON."""
    link = connection()
    status, head, body = link.ask()
    print(json.dumps({"status": status, "event": head.get("pushsh-event"), "body": body}))


def faults():
    """What `stub apns` does to `S["faults"]` requests, each on a connection of its own.

    Those of `S["delayed"]` are timed, and that of `S["silent"]` is given up after two seconds.
    """
    for number in range(S["faults"]):
        link = connection()
        started = time.monotonic()
        try:
            if number == S["silent"]:
                link.socket.settimeout(2)
            answer = link.ask()
            link.settle()
        except (TimeoutError, socket.timeout):
            answer = ("silence", {}, {})
        except OSError:
            answer = ("closed", {}, {})
        status, head, body = answer
        words = [status, body.get("reason"), head.get("retry-after")]
        if number in S["delayed"]:
            words.append("late" if time.monotonic() - started >= 1 else "EARLY")
        words += ["goaway", link.goaway] if link.goaway is not None else []
        print(" ".join(str(word) for word in words if word is not None), flush=True)


def chosen():
    """What faults do that are planted for a topic, for the second connection and the third."""
    for number in range(3):
        link = connection()
        for _ in range(2):
            started = time.monotonic()
            stream = link.start()
            while stream not in link.answers:
                link.read()
            head = time.monotonic() - started
            pieces = link.pieces
            status, _, body = link.finish(stream)
            words = [number + 1, status]
            words += [body["reason"]] if body else []
            if head < 0.5 and time.monotonic() - started >= 1:
                words += ["slow", "in pieces" if link.pieces - pieces > 1 else "at once"]
            print(*words, flush=True)


def head():
    """An answer to HEAD has no content, and the connection goes on."""
    link = connection()
    status, fields, body = link.ask(method="HEAD", body=b"")
    print(status, body, link.pieces, "apns-id" in fields, link.ask()[0], flush=True)
    status, _, body = link.ask({"apns-topic": "com.example.myapp"}, body=b"{}")
    print(status, body.get("reason"), body.get("timestamp", 0) > 1e12, flush=True)


def tunnel(line):
    """What the proxy answers to the first line of a request, and the socket behind it."""
    raw = socket.create_connection(("127.0.0.1", S["proxy"]), timeout=60)
    raw.sendall((line + "\r\n\r\n").encode())
    head = b""
    while b"\r\n\r\n" not in head and (piece := raw.recv(1)):
        head += piece
    return int(head.split()[1]), raw


def doors():
    """What a gateway and its proxy let in: TLS from 1.2, the gateways' own names, N streams."""
    for name, version in (("1.1", ssl.TLSVersion.TLSv1_1), ("1.2", ssl.TLSVersion.TLSv1_2)):
        context = ssl.create_default_context(cafile=S["ca"])
        context.set_ciphers("DEFAULT:@SECLEVEL=0")
        context.set_alpn_protocols(["h2"])
        context.minimum_version = context.maximum_version = version
        try:
            with socket.create_connection(("127.0.0.1", S["apns"]), timeout=60) as raw:
                with context.wrap_socket(raw, server_hostname="localhost") as made:
                    print(name, made.version(), made.selected_alpn_protocol(), flush=True)
        except ssl.SSLError as error:
            print(name, "refused by", "us" if "NO_PROTOCOLS" in str(error) else "the server")
    for line in ("CONNECT example.com:443 HTTP/1.1", "CONNECT localhost:22 HTTP/1.1",
                 "GET http://example.com/ HTTP/1.1", "CONNECT"):
        print(line, tunnel(line)[0], flush=True)
    status, raw = tunnel("CONNECT api.push.apple.com:443 HTTP/1.1")
    context = ssl.create_default_context(cafile=S["ca"])
    with context.wrap_socket(raw, server_hostname="api.push.apple.com") as made:
        print("the gateway's own name", status, made.version() is not None, flush=True)
    link = connection()
    before = link.h2.remote_settings.max_concurrent_streams
    print("streams", before, link.ask()[0], link.h2.remote_settings.max_concurrent_streams)
    link = connection(waits=False)
    streams = [link.start() for _ in range(20)]
    print("before the limit is known", [link.finish(stream)[0] for stream in streams].count(200))


def silent():
    """A connection without the server's SETTINGS, and one behind it that has them if it may."""
    link = connection(waits=False)
    for _ in range(2):
        print(link.ask()[0], link.settings_came(), flush=True)


def google():
    """FCM over HTTP/2: whether SETTINGS came, and what the GOAWAY behind the answer says."""
    link = Connection(port="fcm", waits=False)
    status, _, _ = link.ask({"authorization": "Bearer none"}, b"{}",
                            path="/v1/projects/example-push/messages:send")
    link.settle()
    print(status, link.settings_came(), repr(link.goaway), flush=True)


def stream():
    """Sends until the connection ends, and prints the event of each accepted push at once."""
    link = connection()
    link.ask()
    waiting = []
    number = 0
    try:
        while not link.closed:
            while len(waiting) < 20:
                number += 1
                body = {"aps": {"alert": "Hello"}, "message_id": "k-%s-%d" % (S["round"], number)}
                waiting.append((link.start(body=json.dumps(body).encode()), body["message_id"]))
            number_of, name = waiting.pop(0)
            if link.finish(number_of)[0] == 200:
                print(name, flush=True)
    except (OSError, h2.exceptions.ProtocolError):
        pass


for case in sys.argv[1:]:
    {
        "refusals": refusals, "credentials": credentials, "certificates": certificates,
        "strangers": strangers,
        "many": many, "once": once, "channels": channels, "faults": faults, "stream": stream,
        "events": events, "chosen": chosen, "silent": silent, "google": google,
        "head": head, "doors": doors,
    }[case]()
