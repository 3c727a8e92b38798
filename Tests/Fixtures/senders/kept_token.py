"""Fetches an access token into a file, or sends with the one in it, as a library does that keeps
its token for an hour, whatever becomes of the server meanwhile.

usage: kept_token.py fetch|send FILE < settings.json
"""
import json
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import jwt

S = json.load(sys.stdin)
with open(S["account"]) as file:
    ACCOUNT = json.load(file)
BASE = "https://localhost:%d" % S["fcm"]
TRUST = ssl.create_default_context(cafile=S["ca"])
_, what, path = sys.argv


def ask(place, body, headers=None):
    request = urllib.request.Request(BASE + place, body.encode(), headers or {})
    try:
        with urllib.request.urlopen(request, context=TRUST, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


if what == "fetch":
    now = int(time.time())
    assertion = jwt.encode(
        {"iss": ACCOUNT["client_email"], "aud": ACCOUNT["token_uri"], "iat": now,
         "exp": now + 3600, "scope": "https://www.googleapis.com/auth/firebase.messaging"},
        ACCOUNT["private_key"], algorithm="RS256", headers={"kid": ACCOUNT["private_key_id"]})
    status, answer = ask("/token", urllib.parse.urlencode({
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion}))
    with open(path, "w") as file:
        file.write(answer["access_token"])
    print("token", status)
else:
    with open(path) as file:
        token = file.read()
    status, answer = ask(
        "/v1/projects/%s/messages:send" % ACCOUNT["project_id"],
        json.dumps({"message": {"token": S["registration"], "notification": {"title": "Hi"}}}),
        {"Authorization": "Bearer " + token, "Content-Type": "application/json"})
    print("sent", status)
