"""Sends with httpx alone, over HTTP/2 to APNs and over HTTP/1.1 to FCM, and asks `why` of refusals.

Nothing in it was written for the program under test: tokens are PyJWT's, and requests are those of
a backend developer who has the platforms' documents and makes one mistake at a time.
"""
import gzip
import json
import ssl
import sys
import time

import httpx
import jwt

S = json.load(sys.stdin)
BODY = b'{"aps": {"alert": "Hello"}}'
with open(S["key"]["path"]) as file:
    KEY = file.read()
with open(S["other"]["path"]) as file:
    OTHER = file.read()


def provider(key=KEY, alg="ES256", kid=S["key"]["id"], **claims):
    claims = {"iss": S["team"], "iat": int(time.time()), **claims}
    claims = {name: value for name, value in claims.items() if value is not None}
    return jwt.encode(claims, key, algorithm=alg, headers={"kid": kid} if kid else None)


def push(label, authorization, headers=None, **words):
    """Each on a connection of its own, since APNs ties a connection to its first token."""
    fields = {"apns-topic": S["topic"], "apns-push-type": "alert", **(headers or {})}
    if authorization is not None:
        fields["authorization"] = authorization
    context = ssl.create_default_context(cafile=S["ca"])
    with httpx.Client(http2=True, verify=context) as client:
        answer = client.request(
            words.get("method", "POST"),
            "https://localhost:%d%s" % (S["apns"], words.get("path", "/3/device/" + S["token"])),
            content=BODY, headers=fields)
    reason = answer.json()["reason"] if answer.content else ""
    print(label, answer.http_version, answer.status_code, reason)
    return answer.headers.get("pushsh-event")


def apns():
    good = provider()
    push("a token", "bearer " + good)
    push("in capitals", "BEARER " + good)
    push("two blanks", "bearer  " + good)
    push("no token", "bearer")
    push("nothing", "")
    events = [
        push("no bearer", good),
        push("no token's form", "bearer abc"),
        push("HS256", "bearer " + provider("x" * 40, "HS256")),
        push("no kid", "bearer " + provider(kid=None)),
        push("no iss", "bearer " + provider(iss=None)),
        push("no iat", "bearer " + provider(iat=None)),
        push("milliseconds", "bearer " + provider(iat=int(time.time() * 1000))),
        push("unknown key", "bearer " + provider(kid="ABCDE12345")),
        push("another team", "bearer " + provider(iss="ABCDE12345")),
        push("another key", "bearer " + provider(OTHER)),
        push("no suffix", "bearer " + good, {"apns-push-type": "voip"}),
    ]
    push("a slash more", "bearer " + good, path="/3/device/%s/" % S["token"])
    push("PUT elsewhere", "bearer " + good, path="/3/devices", method="PUT")
    print(" ".join(events))


def fcm():
    with open(S["account"]) as file:
        account = json.load(file)
    client = httpx.Client(base_url="http://127.0.0.1:%d" % S["fcm"])
    now = int(time.time())
    claims = {
        "iss": account["client_email"], "aud": account["token_uri"], "iat": now,
        "exp": now + 3600, "scope": "https://www.googleapis.com/auth/firebase.messaging"}
    answer = client.post("/token", data={
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion": jwt.encode(claims, account["private_key"], algorithm="RS256")})
    bearer = {"Authorization": "Bearer " + answer.json()["access_token"]}
    message = json.dumps(
        {"message": {"token": S["registration"], "notification": {"title": "Hello"}}}).encode()
    path = "/v1/projects/%s/messages:send"
    named = path % account["project_id"]

    def send(label, path=named, content=message, headers=bearer):
        answer = client.post(path, content=content, headers=headers)
        error = answer.json().get("error", {})
        challenge = answer.headers.get("www-authenticate", "")
        print(label, answer.status_code, error.get("status", ""), challenge)
        return answer.headers.get("pushsh-event", "")

    send("by ID")
    send("by number", path % S["number"])
    send("another project", path % "998877665544")
    send("a slash more", named + "/")
    send("names in capitals", headers={name.upper(): value for name, value in bearer.items()})
    send("packed", content=gzip.compress(message), headers={**bearer, "Content-Encoding": "gzip"})
    send("in pieces", content=iter([message[:9], message[9:]]))
    send("on demand", headers={**bearer, "Expect": "100-continue"})
    send("nobody", headers={})
    send("somebody else", headers={"Authorization": "Bearer abc"})
    print(send("no JSON", content=b'{"message": }'))


{"apns": apns, "fcm": fcm}[sys.argv[1]]()
