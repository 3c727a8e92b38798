"""Requests to Google's services with `httpx`, each with the answer that Google's documents want.

The answers were written down before the gateway's code was read: prints what differs, and counts.
usage: fcm_table.py [h2] < settings.json
"""
import gzip
import json
import ssl
import sys
import time

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

S = json.load(sys.stdin)
with open(S["account"]) as file:
    ACCOUNT = json.load(file)
TOKEN, PROJECT = S["registration"], ACCOUNT["project_id"]
CLIENT = httpx.Client(
    base_url="https://localhost:%d" % S["fcm"], http2="h2" in sys.argv,
    verify=ssl.create_default_context(cafile=S["ca"]), timeout=60)
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
SCOPES = "https://www.googleapis.com/auth/"
SEND = "/v1/projects/%s/messages:send" % PROJECT
UTF8 = "application/json; charset=UTF-8"
NOW = int(time.time())
differing = asked = 0


def holds(want, answer):
    try:
        return want(answer) if callable(want) else want in answer.text
    except (KeyError, ValueError):
        return False


def expect(label, answer, status, *wanted):
    """Compares an answer: texts are in its body, functions hold for it."""
    global differing, asked
    asked += 1
    faults = [] if answer.status_code == status else [status]
    for want in wanted:
        if not holds(want, answer):
            faults.append(want)
    if faults:
        differing += 1
        print(label, "wanted", faults, "found", answer.status_code, answer.text[:400])
    return answer


def assertion(key=ACCOUNT["private_key"], **claims):
    claims = {
        "iss": ACCOUNT["client_email"], "scope": SCOPES + "firebase.messaging",
        "aud": ACCOUNT["token_uri"], "iat": NOW, "exp": NOW + 3600, **claims}
    claims = {name: value for name, value in claims.items() if value is not None}
    return jwt.encode(claims, key, algorithm="RS256", headers={"kid": ACCOUNT["private_key_id"]})


def exchange(**form):
    return CLIENT.post("/token", data=form)


def tokens():
    good = expect("token", exchange(grant_type=GRANT, assertion=assertion()), 200,
                  lambda a: a.json()["token_type"] == "Bearer" and a.json()["expires_in"] == 3599,
                  lambda a: a.headers["content-type"] == UTF8)
    for wanted, form in (
            ("unsupported_grant_type", {"grant_type": "password", "assertion": assertion()}),
            ("unsupported_grant_type", {"assertion": assertion()}),
            ("invalid_request", {"grant_type": GRANT}),
            ("invalid_grant", {"grant_type": GRANT, "assertion": "abc"})):
        expect("form", exchange(**form), 400, '"error":"%s"' % wanted)
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    for wanted, wrong in (
            ("Invalid JWT Signature.", assertion(other)),
            ("short-lived token (60 minutes)", assertion(iat=NOW - 7200, exp=NOW - 3600)),
            ("short-lived token (60 minutes)", assertion(exp=NOW + 7200)),
            ("short-lived token (60 minutes)", assertion(iat=NOW + 3600, exp=NOW + 7000)),
            ("short-lived token (60 minutes)", assertion(iat=NOW * 1000, exp=NOW * 1000 + 3600)),
            ("audience", assertion(aud="https://example.com/")),
            ("account not found", assertion(iss="nobody@example.com"))):
        expect("assertion", exchange(grant_type=GRANT, assertion=wrong), 400, "invalid_grant", wanted)
    expect("a user", exchange(grant_type=GRANT, assertion=assertion(sub="user@example.com")), 401,
           '"error":"unauthorized_client"')
    for scope in (None, "nonsense"):
        expect("scope", exchange(grant_type=GRANT, assertion=assertion(scope=scope)), 400,
               "invalid_scope")
    drive = exchange(grant_type=GRANT, assertion=assertion(scope=SCOPES + "drive"))
    cloud = exchange(grant_type=GRANT, assertion=assertion(scope=SCOPES + "cloud-platform"))
    return [expect("scopes", answer, 200).json()["access_token"] for answer in (good, drive, cloud)]


ACCESS, DRIVE, CLOUD = tokens()
BEARER = {"authorization": "Bearer " + ACCESS}


def post(message=None, path=SEND, raw=None, headers=None, access=ACCESS, **top):
    headers = {"content-type": "application/json", **(headers or {})}
    if access:
        headers.setdefault("authorization", "Bearer " + access)
    if raw is None:
        raw = json.dumps({**top, **({} if message is None else {"message": message})}).encode()
    return CLIENT.post(path, content=raw, headers=headers)


def details(answer, kind):
    return [detail for detail in answer.json()["error"].get("details", [])
            if detail["@type"].endswith("." + kind)]


def named(status):
    """Holds for the status in Google's envelope."""
    return lambda a: a.json()["error"]["status"] == status and a.json()["error"]["code"] == a.status_code


def message_is(text):
    return lambda a: a.json()["error"]["message"] == text


def info(reason):
    return lambda a: [detail["reason"] for detail in details(a, "ErrorInfo")] == [reason]


CODE = lambda a: [detail["errorCode"] for detail in details(a, "FcmError")] == ["INVALID_ARGUMENT"]
WRONG = named("INVALID_ARGUMENT")


def at(*fields):
    """Holds where these fields are the violations, in their order."""
    return lambda a: [v["field"] for d in details(a, "BadRequest") for v in d["fieldViolations"]] \
        == list(fields)


def a(**more):
    return {"token": TOKEN, "notification": {"title": "Hello"}, **more}


def to(**target):
    return {"notification": {"title": "Hello"}, **target}


def credentials():
    expect("sent", post(a()), 200, '"name":"projects/%s/messages/' % PROJECT,
           lambda a: a.headers["content-type"] == UTF8)
    expect("cloud", post(a(), access=CLOUD), 200)
    expect("nobody", post(a(), access=None), 401, named("UNAUTHENTICATED"),
           info("CREDENTIALS_MISSING"), "Request is missing required authentication credential.")
    for field in ("Bearer abc", "Basic YTpi", "key=AAAA"):
        expect(field, post(a(), headers={"authorization": field}), 401, named("UNAUTHENTICATED"),
               "Request had invalid authentication credentials.",
               lambda a: "invalid_token" in a.headers["www-authenticate"])
    expect("lower case", post(a(), headers={"authorization": "bearer " + ACCESS}), 200)
    expect("another scope", post(a(), access=DRIVE), 403, named("PERMISSION_DENIED"),
           info("ACCESS_TOKEN_SCOPE_INSUFFICIENT"),
           message_is("Request had insufficient authentication scopes."),
           lambda a: "insufficient_scope" in a.headers["www-authenticate"])
    expect("another project", post(a(), path=SEND.replace(PROJECT, "other")), 403,
           info("IAM_PERMISSION_DENIED"), "Permission 'cloudmessaging.messages.create' denied")
    for name in ("access_token", "oauth_token"):
        expect(name, post(a(), path=SEND + "?" + name + "=" + ACCESS, access=None), 200)


def json_form():
    for raw in (b"no JSON", b'{"message":{"token":', b"[]", b"", b"{}", b'{"message":null}',
                json.dumps({"message": a()}).encode("utf-16")):
        expect(raw[:20], post(raw=raw), 400, WRONG)
    cannot = "Invalid JSON payload received. Unknown name \"%s\"%s: %s"
    no_field, no_list = "Cannot find field.", "Proto field is not repeating, cannot start list."
    for message, place, name in (
            (a(own=1), "message", "own"), (a(registration_ids=[TOKEN]), "message", "registration_ids"),
            (a(notification={"sound": "x"}), "message.notification", "sound"),
            (a(android={"own": 1}), "message.android", "own"),
            (a(android={"notification": {"own": 1}}), "message.android.notification", "own"),
            (a(apns={"own": 1}), "message.apns", "own"),
            (a(webpush={"own": 1}), "message.webpush", "own"),
            (a(notification={"title_loc_key": "x"}), "message.notification", "title_loc_key")):
        expect(name, post(message), 400, WRONG, at(place),
               message_is(cannot % (name, " at '%s'" % place, no_field)))
    expect("at the top", post(a(), own=1), 400, message_is(cannot % ("own", "", no_field)))
    expect("a list", post(a(notification=[])), 400, at("message"),
           message_is(cannot % ("notification", " at 'message'", no_list)))
    expect("a list of data", post(a(data={"a": [1]})), 400, at("message.data[0]"),
           message_is(cannot % ("value", " at 'message.data[0]'", no_list)))
    both = post(a(own=1, notification={"title": 5}, data={"a": 1, "b": True}))
    expect("each fault", both, 400, at(
        "message.notification.title", "message", "message.data[0].value", "message.data[1].value"),
        lambda a: a.json()["error"]["message"].count("\n") == 3)
    fcm, proto = "type.googleapis.com/google.firebase.fcm.v1.", "type.googleapis.com/google.protobuf."
    for message, field, kind, text in (
            (a(notification={"title": 5}), "message.notification.title", "TYPE_STRING", "5"),
            (a(notification="x"), "message.notification", fcm + "Notification", '"x"'),
            (a(data={"n": 12}), "message.data[0].value", "TYPE_STRING", "12"),
            (a(data={"n": "x", "m": True}), "message.data[1].value", "TYPE_STRING", "true"),
            (a(data="x"), "message.data", fcm + "Message.DataEntry", '"x"'),
            (a(apns={"headers": {"apns-priority": 10}}), "message.apns.headers[0].value",
             "TYPE_STRING", "10"),
            (a(apns={"payload": "x"}), "message.apns.payload", proto + "Struct", '"x"'),
            (a(android={"priority": "urgent"}), "message.android.priority",
             fcm + "AndroidMessagePriority", '"urgent"'),
            (a(android={"ttl": "3600"}), "message.android.ttl", proto + "Duration",
             "Field 'ttl', Illegal duration format; duration must end with 's'"),
            (a(android={"ttl": 3600}), "message.android.ttl", proto + "Duration",
             "Field 'ttl', Invalid data type for duration, value is 3600"),
            (a(android={"notification": {"event_time": "soon"}}),
             "message.android.notification.event_time", proto + "Timestamp",
             "Field 'event_time', Illegal timestamp format; timestamps must end with 'Z' or have a "
             "valid timezone offset."),
            (a(android={"notification": {"notification_count": "x"}}),
             "message.android.notification.notification_count", "TYPE_INT32", '"x"'),
            (a(android={"notification": {"notification_count": 1 << 31}}),
             "message.android.notification.notification_count", "TYPE_INT32", "2147483648"),
            (a(android={"notification": {"visibility": "HIDDEN"}}),
             "message.android.notification.visibility", fcm + "AndroidNotification.Visibility",
             '"HIDDEN"')):
        expect(field, post(message), 400, WRONG, at(field),
               message_is("Invalid value at '%s' (%s), %s" % (field, kind, text)))
    for wrong in ("yes", 1):
        expect("validate_only", post(a(), validate_only=wrong), 400, at("validate_only"), "TYPE_BOOL")
    for right in (
            {"android": {"collapseKey": "a", "directBootOk": True, "ttl": "3.5s", "priority": "high"}},
            {"android": {"collapse_key": "a", "direct_boot_ok": "true", "ttl": "0s", "priority": 1}},
            {"apns": {"fcmOptions": {"image": "https://example.com/a.png"},
                      "payload": {"aps": {"badge": 3}, "own": [1, {"a": None}]}}},
            {"webpush": {"headers": {"TTL": "60"}, "notification": {"any": [1]}}},
            {"notification": None, "data": {"collapse_key": "x"}}, {"name": "output only"},
            {"android_v2": {"ttl": "60s", "remote_notification": {
                "mutable_content": True, "notification": {"title": "T", "id": 7}}}},
            {"androidV2": {"backgroundSync": {}, "data": {"a": "b"}}},
            {"android": {"notification": {
                "notification_count": "3", "visibility": "PRIVATE", "event_time": "2026-01-02T03:04:05Z",
                "notification_priority": "PRIORITY_HIGH", "vibrate_timings": ["1s", "2.5s"],
                "light_settings": {"color": {"red": 1}, "light_on_duration": "3.5s",
                                   "light_off_duration": "1s"}}}}):
        expect(right, post(a(**right)), 200)


def targets():
    already = "Invalid value at 'message' (oneof), oneof field 'target' is already set. Cannot set 'topic'"
    expect("two targets", post(a(topic="news")), 400, at("message"), message_is(already))
    installation = TOKEN.split(":")[0]
    # A token's place takes an installation's ID as well.
    for target in ({"fid": installation}, {"token": installation}):
        expect(target, post(to(**target)), 200)
    expect("both", post(a(fid=installation)), 400, at("message"), "'target' is already set")
    expect("unknown fid", post(to(fid="cAbcdefghijklmnopqrstu")), 404, named("NOT_FOUND"))
    expect("no target", post(to()), 400, CODE, at("message"),
           message_is("Recipient of the message is not set."))
    for token in ("", "garbage", "ab" * 32):
        expect(token, post(to(token=token)), 400, WRONG, CODE,
               lambda a: len(a.json()["error"]["details"]) == 1)
    gone = expect("dead", post(to(token=S["dead_registration"])), 404, named("NOT_FOUND"))
    assert [detail["errorCode"] for detail in details(gone, "FcmError")] == ["UNREGISTERED"]
    assert [(detail["statusCode"], detail["reason"]) for detail in details(gone, "ApnsError")] \
        in ([], [(410, "Unregistered")])
    expect("dry run", post(a(), validate_only=True), 200,
           '"name":"projects/%s/messages/fake_message_id"' % PROJECT)
    for flag in ({"validateOnly": True}, {"validate_only": "true"}):
        expect(flag, post(a(), **flag), 200, "fake_message_id")
    for topic in ("nobody", "x" * 900, "a-Z_0.~%"):
        expect(topic[:9], post(to(topic=topic)), 200)
    for topic in ("", "a b", "x" * 901, "天気", "/topics/news"):
        expect(topic[:9], post(to(topic=topic)), 400, WRONG, CODE)
    five = ["'%d' in topics" % number for number in range(5)]
    for condition in (
            "'a' in topics", "'a' in topics && 'b' in topics", " && ".join(five), "!('a' in topics)",
            "'a' in topics || ('b' in topics && !('c' in topics))", "'a' in topics||'b' in topics"):
        expect(condition, post(to(condition=condition)), 200)
    for condition in (
            "", "a in topics", "'a' in topic", "'a' in topics &&", "('a' in topics",
            "'a' in topics & 'b' in topics", "'a' in topics and 'b' in topics", "'a b' in topics",
            " && ".join(five + ["'6' in topics"])):
        expect(condition, post(to(condition=condition)), 400, WRONG, CODE)
    for key in ("from", "message_type", "google.x", "gcm.notification.x"):
        expect(key, post(a(data={key: "x"})), 400, CODE, message_is("Invalid data payload key: " + key))
    expect("empty", post({"token": TOKEN, "apns": {"payload": {"aps": {}}}}), 400, CODE)
    expect("large", post(a(data={"a": "x" * 4096})), 400, CODE)
    expect("large for a topic", post(to(topic="t", data={"a": "x" * 2100})), 400, CODE)
    for ttl in ("-1s", "2419201s"):
        expect(ttl, post(a(android={"ttl": ttl})), 400, WRONG)
    for name, value in (("priority", "7"), ("push-type", "nonsense"), ("expiration", "soon")):
        expect(name, post(a(apns={"headers": {"apns-" + name: value}})), 400, WRONG)


def http():
    for path in ("/fcm/send", "/batch", "/v2" + SEND[3:], "/v1/projects//messages:send"):
        expect(path, post(a(), path=path), 404)
    expect("GET", CLIENT.get(SEND, headers=BEARER), 404)
    for method in ("PUT", "DELETE", "PATCH"):
        expect(method, CLIENT.request(method, SEND, headers=BEARER, json={"message": a()}), 404)
    expect("encoded", post(a(), path=SEND.replace(":", "%3A")), 200)
    expect("known parameters", post(a(), path=SEND + "?alt=json&prettyPrint=false&$.xgafv=2"), 200)
    expect("known parameters with a dollar", post(a(), path=SEND + "?$alt=json;enum-encoding=int"), 200)
    cannot = "Invalid JSON payload received. Unknown name \"%s\": Cannot bind query parameter. " \
        "Field '%s' could not be found in request message."
    expect("another parameter", post(a(), path=SEND + "?own=1"), 400,
           message_is(cannot % ("own", "own")))
    body = json.dumps({"message": to(topic="t")}, separators=(",", ":"))
    expect("a form", post(raw=body.encode(), headers={
        "content-type": "application/x-www-form-urlencoded"}), 400, message_is(cannot % (body, body)))
    expect("packed", post(raw=gzip.compress(json.dumps({"message": a()}).encode()),
                          headers={"content-encoding": "gzip"}), 200)
    expect("not packed", post(raw=b"{}", headers={"content-encoding": "gzip"}), 400)


def topics():
    base = "/v1/projects/%s/registrations/%s/topicSubscriptions" % (PROJECT, TOKEN)
    call = lambda method, path, **more: CLIENT.request(method, base + path, headers=BEARER, **more)
    expect("create", call("POST", "?topic_name=table", json={}), 200, "topicSubscriptions/table")
    expect("again", call("POST", "?topicName=table", json={}), 409, named("ALREADY_EXISTS"))
    expect("get", call("GET", "/table"), 200)
    expect("list", call("GET", ""), 200, "topicSubscriptions/table")
    expect("none", call("GET", "/none"), 404, named("NOT_FOUND"))
    expect("no page", call("GET", "?pageToken=zzz"), 400, WRONG)
    expect("no size", call("GET", "?pageSize=-1"), 400, WRONG)
    expect("a long name", call("POST", "?topicName=" + "x" * 900, json={}), 200)
    expect("too long a name", call("POST", "?topicName=" + "x" * 901, json={}), 400, WRONG)
    page = expect("a page", call("GET", "?pageSize=1"), 200,
                  lambda a: len(a.json()["topicSubscriptions"]) == 1).json()
    expect("the next page", call("GET", "?pageSize=1&pageToken=" + page["nextPageToken"]), 200,
           lambda a: a.json()["topicSubscriptions"] != page["topicSubscriptions"])
    expect("away", call("DELETE", "/" + "x" * 900), 200)
    expect("no name", call("POST", "", json={}), 400, WRONG)
    expect("bad name", call("POST", "?topicName=a%20b", json={}), 400, WRONG)
    expect("delete", call("DELETE", "/table"), 200, lambda a: a.json() == {})
    expect("gone", call("DELETE", "/table"), 404)
    expect("may be gone", call("DELETE", "/table?allow_missing=true"), 200)
    expect("nobody", CLIENT.post(base + "?topicName=x", json={}), 401, named("UNAUTHENTICATED"))


def instances():
    both = {**BEARER, "access_token_auth": "true"}
    add = lambda headers=both, **body: CLIENT.post("/iid/v1:batchAdd", headers=headers, json=body)
    named = {"to": "/topics/old", "registration_tokens": [TOKEN, "nonsense"]}
    expect("add", add(**named), 200,
           lambda a: a.json() == {"results": [{}, {"error": "INVALID_ARGUMENT"}]})
    for headers in ({}, BEARER, {"access_token_auth": "true"}):
        expect("nobody", add(headers, **named), 401)
    dead = {"to": "/topics/old", "registration_tokens": [S["dead_registration"], TOKEN]}
    expect("add a dead one", add(**dead), 200,
           lambda a: a.json() == {"results": [{"error": "NOT_FOUND"}, {}]})
    for wrong in ({"registration_tokens": [TOKEN]}, {**named, "to": "old"},
                  {**named, "registration_tokens": [TOKEN] * 1001}):
        expect("batch", add(**wrong), 400)
    one = "/iid/v1/%s/rel/topics/" % TOKEN
    expect("one", CLIENT.post(one + "single", headers=both), 200, lambda a: a.json() == {})
    expect("bad name", CLIENT.post(one + "a%20b", headers=both), 400)
    expect("bare", CLIENT.get("/iid/info/" + TOKEN, headers=both), 200,
           lambda a: a.json()["application"] == S["topic"] and "rel" not in a.json())
    expect("info", CLIENT.get("/iid/info/%s?details=true" % TOKEN, headers=both), 200,
           lambda a: a.json()["platform"] == "IOS"
           and sorted(a.json()["rel"]["topics"]) == ["old", "single"])
    left = {"to": "/topics/single", "registration_tokens": [TOKEN]}
    expect("remove", CLIENT.post("/iid/v1:batchRemove", headers=both, json=left), 200,
           lambda a: a.json() == {"results": [{}]})
    expect("removed", CLIENT.get("/iid/info/%s?details=true" % TOKEN, headers=both), 200,
           lambda a: list(a.json()["rel"]["topics"]) == ["old"])
    for name in ("old", "never"):
        expect("ended", CLIENT.delete("/iid/v1/%s/rel/topics/%s" % (TOKEN, name), headers=both),
               200, lambda a: a.json() == {})
    expect("all ended", CLIENT.get("/iid/info/%s?details=true" % TOKEN, headers=both), 200,
           lambda a: "rel" not in a.json())
    expect("no token", CLIENT.get("/iid/info/nonsense", headers=both), 400, "InvalidToken")
    expect("dead", CLIENT.get("/iid/info/" + S["dead_registration"], headers=both), 404,
           "No information found about this instance id.")
    expect("import", CLIENT.post("/iid/v1:batchImport", headers=both, json={
        "application": S["topic"], "sandbox": True, "apns_tokens": [S["token"], "ab"]}), 200,
        lambda a: [entry.get("registration_token") for entry in a.json()["results"]] == [TOKEN, None])


for part in (credentials, json_form, targets, http, topics, instances):
    part()
print(asked, "asked,", differing, "differ")
