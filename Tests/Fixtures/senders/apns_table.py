"""Requests to APNs with the bare library `h2`, each with the answer that Apple's documents want.

The answers were written down before the gateway's code was read: prints what differs, and counts.
"""
import base64
import json
import socket
import ssl
import sys
import time

import h2.config
import h2.connection
import h2.events
import jwt
from cryptography.hazmat.primitives.asymmetric import ec

S = json.load(sys.stdin)
with open(S["key"]["path"]) as file:
    KEY = file.read()
NOW = int(time.time())
ALERT = b'{"aps":{"alert":"Hello"}}'
SILENT = b'{"aps":{"content-available":1}}'
UUID = "123e4567-e89b-12d3-a456-4266554400a0"
DEVICE = "/3/device/" + S["token"]
PROTOCOL_ERROR = "reset 1"


def provider(key=KEY, header=None, alg="ES256", **claims):
    header = {"kid": S["key"]["id"], **(header or {})}
    claims = {"iss": S["team"], "iat": NOW, **claims}
    drop = lambda fields: {name: value for name, value in fields.items() if value is not None}
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")
    if alg == "ES256" and "alg" not in header:
        return jwt.encode(drop(claims), key, algorithm=alg, headers=drop(header))
    # What the library would not sign is put together by hand.
    text = part(drop({"alg": alg, **header})) + b"." + part(drop(claims))
    algorithm = jwt.algorithms.ECAlgorithm(jwt.algorithms.ECAlgorithm.SHA256)
    signature = algorithm.sign(text, algorithm.prepare_key(key))
    return (text + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode()


GOOD = provider()


def ask(headers, body=ALERT, port="apns", trailers=None):
    """The status and the reason of one request on a connection of its own, and its head."""
    context = ssl.create_default_context(cafile=S["ca"])
    context.set_alpn_protocols(["h2"])
    raw = socket.create_connection(("127.0.0.1", S[port]), timeout=60)
    with context.wrap_socket(raw, server_hostname="localhost") as tls:
        client = h2.connection.H2Connection(h2.config.H2Configuration(
            header_encoding="utf-8", validate_outbound_headers=False,
            normalize_outbound_headers=False))
        client.initiate_connection()
        client.send_headers(1, headers, end_stream=body is None)
        if body is not None:
            client.send_data(1, body, end_stream=trailers is None)
        if trailers:
            client.send_headers(1, trailers, end_stream=True)
        tls.sendall(client.data_to_send())
        head, text = {}, b""
        while True:
            data = tls.recv(65536)
            if not data:
                return "closed", {}, text
            for event in client.receive_data(data):
                if isinstance(event, h2.events.ResponseReceived):
                    head = dict(event.headers)
                elif isinstance(event, h2.events.DataReceived):
                    text += event.data
                elif isinstance(event, h2.events.StreamReset):
                    return "reset %d" % event.error_code, head, text
                elif isinstance(event, h2.events.ConnectionTerminated):
                    return "goaway %d" % event.error_code, head, text
                elif isinstance(event, h2.events.StreamEnded):
                    reason = ""
                    if head[":status"] >= "400" and text:
                        reason = " " + json.loads(text)["reason"]
                    return head[":status"] + reason, head, text
            tls.sendall(client.data_to_send())


def fields(*more, auth="bearer " + GOOD, method="POST", path=DEVICE, without=(), **named):
    """The head of a good push, but for what is named; None leaves a field out."""
    named = {name.replace("_", "-"): value for name, value in named.items()}
    head = {
        ":method": method, ":scheme": "https", ":authority": "localhost", ":path": path,
        "apns-topic": S["topic"], "apns-push-type": "alert", "authorization": auth, **named}
    return [(name, value) for name, value in head.items()
            if value is not None and name not in without] + list(more)


differing = asked = 0


def expect(wanted, *arguments, body=ALERT, port="apns", trailers=None, **named):
    global differing, asked
    asked += 1
    found, head, text = ask(fields(*arguments, **named), body, port, trailers)
    if found not in wanted.split(" or "):
        differing += 1
        print("asked", arguments, named, body and body[:40], "wanted", wanted, "found", found)
    if port == "apns" and found[:3] in ("200", "400", "403", "410", "413"):
        assert head.get("apns-id") or head.get("apns-request-id"), found
    return head, text


def message_headers():
    for value in (UUID, UUID.upper()):
        head, _ = expect("200", apns_id=value)
        assert head["apns-id"] == value
    for value in ("abc", "", UUID.replace("-", ""), "{%s}" % UUID):
        expect("400 BadMessageId", apns_id=value)
    for value in ("0", "1", str(NOW + 60), "4294967296"):
        expect("200", apns_expiration=value)
    for value in ("abc", "", "-1", "1.5", "+5", "0x10", "5 s", "9" * 20):
        expect("400 BadExpirationDate", apns_expiration=value)
    for value in ("10", "5", "1"):
        expect("200", apns_priority=value)
    for value in ("7", "0", "-1", "", "05", "10.0", "1e1", "high"):
        expect("400 BadPriority", apns_priority=value)
    expect("400 BadPriority", apns_push_type="background", apns_priority="10", body=SILENT)
    expect("200", apns_push_type="background", apns_priority="5", body=SILENT)
    for value in ("x" * 64, "あ" * 21):
        expect("200", apns_collapse_id=value)
    for value in ("x" * 65, "あ" * 22):
        expect("400 BadCollapseId", apns_collapse_id=value)
    expect("200", apns_push_type=None)
    for value in ("Alert", "ALERT", "", "foo", "live-activity"):
        expect("400 InvalidPushType", apns_push_type=value)
    expect("400 MissingTopic", apns_topic=None)
    expect("400 MissingTopic or 400 BadTopic", apns_topic="")
    expect("400 DeviceTokenNotForTopic or 400 TopicDisallowed", apns_topic="com.other.app")
    for topic in (S["topic"].upper(), S["topic"].title()):
        expect("400 DeviceTokenNotForTopic or 400 TopicDisallowed", apns_topic=topic)
    expect("400 BadTopic", apns_topic="not a topic!!")
    for kind, suffix in (
            ("voip", ".voip"), ("complication", ".complication"), ("location", ".location-query"),
            ("fileprovider", ".pushkit.fileprovider"), ("pushtotalk", ".voip-ptt"),
            ("widgets", ".push-type.widgets"), ("controls", ".push-type.controls")):
        expect("200", apns_push_type=kind, apns_topic=S["topic"] + suffix)
        expect("400 DeviceTokenNotForTopic", apns_push_type=kind)
    for name, value in (
            ("apns-topic", S["topic"]), ("authorization", "bearer " + GOOD),
            ("apns-push-type", "alert")):
        expect("400 DuplicateHeaders", (name, value))
    expect("400 DuplicateHeaders", ("apns-id", UUID), ("apns-id", UUID))
    expect("200", ("x-own", "1"), ("x-own", "2"), ("cookie", "a"), ("cookie", "b"))
    for value in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
        expect("200", content_type=value)


def paths_and_bodies():
    expect("400 MissingDeviceToken", path="/3/device/")
    for path in ("/", "/2/device/" + S["token"], "/3/DEVICE/" + S["token"], "/" + DEVICE):
        expect("404 BadPath", path=path)
    expect("200", path="/3/device/" + S["token"].upper())
    for token in (S["token"][:-1], "z" * 64, "ab" * 32, "%20", "<%s>" % S["token"]):
        expect("400 BadDeviceToken", path="/3/device/" + token)
    _, text = expect("410 Unregistered", path="/3/device/" + S["dead"])
    # Milliseconds, of an end that has come.
    assert (NOW - 3600) * 1000 < json.loads(text)["timestamp"] <= (NOW + 60) * 1000
    for method in ("GET", "PUT", "DELETE", "OPTIONS", "PATCH", "post"):
        expect("405 MethodNotAllowed", method=method)
    expect("405", method="HEAD", body=None)
    expect("400 PayloadEmpty", body=None)
    expect("400 PayloadEmpty", body=b"")
    full = b'{"aps":{"alert":"%s"}}'
    expect("200", body=full % (b"x" * 4076))
    expect("413 PayloadTooLarge", body=full % (b"x" * 4077))
    voip = dict(apns_push_type="voip", apns_topic=S["topic"] + ".voip")
    expect("200", body=full % (b"x" * 5100), **voip)
    expect("413 PayloadTooLarge", body=full % (b"x" * 5101), **voip)
    for body in (b"no JSON", b"[1]", b'{"aps":{"alert":}}', b"\xff\xfe"):
        expect("200", body=body)
    head, text = expect("200")
    assert not text and "content-type" not in head


def http():
    for wrong in (
            ("Apns-Id", UUID), ("content-length", "10"), ("content-length", "100"),
            ("content-length", "abc"), ("connection", "keep-alive"),
            ("transfer-encoding", "chunked"), ("te", "gzip"), (":path", DEVICE), (":own", "1")):
        expect(PROTOCOL_ERROR, wrong)
    for name in (":method", ":scheme", ":path"):
        expect(PROTOCOL_ERROR, without=(name,))
    for right in (
            ("content-length", str(len(ALERT))), ("te", "trailers"), ("expect", "100-continue")):
        expect("200", right)
    expect("200", ("host", "localhost"), without=(":authority",))
    expect("200", without=(":authority",))
    expect("200", trailers=[("x-sum", "1")])


def credentials():
    expect("403 MissingProviderToken", auth=None)
    expect("403 MissingProviderToken", auth="bearer")
    expect("200", auth="BEARER " + GOOD)
    # A library that sends to Apple writes `iat` as a text, others with a fraction.
    for claims in ({"iat": NOW - 59 * 60}, {"iat": NOW - 5.5}, {"iat": str(NOW)},
                   {"exp": NOW + 600, "aud": "x"}):
        expect("200", auth="bearer " + provider(**claims))
    expect("403 ExpiredProviderToken", auth="bearer " + provider(iat=NOW - 61 * 60))
    for wrong in (
            "abc", "a.b.c", provider(alg="HS256"), provider(alg="none"), provider(alg="es256"),
            provider(header={"alg": None}), provider(header={"kid": None}),
            provider(header={"kid": "ABCDEFGHIJ"}), provider(header={"kid": S["key"]["id"].lower()}),
            provider(iss="OTHERTEAM1"), provider(iss=None), provider(iat=None),
            provider(iat=NOW * 1000), provider(iat=NOW + 600), provider(iat="soon"),
            provider(ec.generate_private_key(ec.SECP256R1())), GOOD[:-8] + "AAAAAAAA"):
        expect("403 InvalidProviderToken", auth="bearer " + wrong)
    expect("403 MissingProviderToken", auth=None, path="/3/device/aaaa")
    expect("400 BadMessageId", auth=None, apns_id="x")
    expect("405 MethodNotAllowed", auth=None, method="GET")
    expect("404 BadPath", auth=None, path="/4/device/" + S["token"])
    expect("403 MissingProviderToken", auth=None, apns_topic=None, body=b"")
    expect("400 MissingTopic", apns_topic=None, body=b"")
    expect("403 InvalidProviderToken", auth="bearer x", body=None)


def channels():
    base = "/1/apps/%s/" % S["topic"]
    bare = dict(apns_topic=None, apns_push_type=None)
    policy = lambda number: b'{"message-storage-policy":%d,"push-type":"LiveActivity"}' % number

    def manage(wanted, method, *more, path=base + "channels", body=None, **named):
        named = {**bare, **named}
        return expect(
            wanted, *more, method=method, path=path, body=body, port="channels", **named)

    ids = {}
    for number in (0, 1):
        head, _ = manage("201", "POST", ("apns-request-id", UUID), body=policy(number))
        assert head["apns-request-id"] == UUID
        ids[number] = head["apns-channel-id"]
        _, text = manage("200", "GET", ("apns-channel-id", ids[number]))
        assert json.loads(text) == {"message-storage-policy": number, "push-type": "LiveActivity"}
    _, text = manage("200", "GET", path=base + "all-channels")
    assert set(ids.values()) <= set(json.loads(text)["channels"])
    manage("403 MissingProviderToken", "POST", body=policy(1), auth=None)
    manage("400 MissingChannelQueueSize", "POST", body=policy(2))
    manage("400 MissingPushType", "POST", body=b'{"message-storage-policy":1}')
    manage("400 InvalidPushType", "POST", body=policy(1).replace(b"LiveActivity", b"alert"))
    manage("400 PayloadEmpty", "POST")
    manage("400 BadRequestPayload", "POST", body=b"no JSON")
    manage("400 BadRequestParams", "POST", body=policy(1).replace(b"{", b'{"name":"x",'))
    manage("400 BadMessageId", "POST", ("apns-request-id", "nope"), body=policy(1))
    manage("400 MissingChannelId", "GET")
    manage("400 MissingChannelId", "DELETE")
    manage("400 BadChannelId", "GET", ("apns-channel-id", "***"))
    manage("400 ChannelNotRegistered", "GET", ("apns-channel-id", base64.b64encode(b"x" * 16)))
    manage("405 MethodNotAllowed", "PUT", body=policy(1))
    manage("405 MethodNotAllowed", "POST", path=base + "all-channels", body=policy(1))
    manage("404 BadPath", "GET", path=base + "nothing")
    suffixed = base[:-1] + ".push-type.liveactivity/channels"
    manage("400 TopicDisallowed", "POST", path=suffixed, body=policy(1))

    def broadcast(wanted, channel, body=None, **named):
        named = {"apns_expiration": "0", "apns_priority": "10", "apns_push_type": "liveactivity",
                 "apns_topic": None, "apns_channel_id": channel, **named}
        update = {"aps": {"timestamp": NOW, "event": "update", "content-state": {"stops": 1}}}
        body = json.dumps(update).encode() if body is None else body
        return expect(wanted, path="/4/broadcasts/apps/" + S["topic"], body=body, **named)

    head, text = broadcast("200", ids[0])
    assert not text and head["apns-request-id"]
    broadcast("200", ids[1], apns_expiration=str(NOW + 600))
    for value in ("10", "5", "1"):
        broadcast("200", ids[1], apns_priority=value)
    broadcast("400 BadExpirationDate", ids[0], apns_expiration=str(NOW + 600))
    broadcast("400 BadExpirationDate", ids[1], apns_expiration="soon")
    broadcast("400 BadPriority", ids[1], apns_priority="7")
    broadcast("400 InvalidPushType", ids[1], apns_push_type="alert")
    broadcast("400 MissingPushType", ids[1], apns_push_type=None)
    broadcast("400 MissingChannelId", None)
    broadcast("400 BadChannelId", "*")
    broadcast("405 MethodNotAllowed", ids[1], method="GET")
    broadcast("413 PayloadTooLarge", ids[1], body=b"x" * 5121)
    broadcast("400 PayloadEmpty", ids[1], body=b"")
    manage("204", "DELETE", ("apns-channel-id", ids[0]))
    manage("400 ChannelNotRegistered", "GET", ("apns-channel-id", ids[0]))
    broadcast("400 ChannelNotRegistered", ids[0])


for part in (message_headers, paths_and_bodies, http, credentials, channels):
    part()
print(asked, "asked,", differing, "differ")
