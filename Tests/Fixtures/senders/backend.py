"""A shop's backend sends with firebase-admin, and its test looks at the phone by the control port.

It is led here by `serve --print-env` alone. For each refusal it prints what the library raised, and
the event under which `why` explains it.
"""
import json
import sys
import urllib.request

import firebase_admin
from firebase_admin import credentials, exceptions, messaging

S = json.load(sys.stdin)
firebase_admin.initialize_app(credentials.Certificate(S["account"]))


def phone(method, path, body=None):
    request = urllib.request.Request(
        "http://127.0.0.1:%d/v1/%s" % (S["control"], path), method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + S["secret"], "Content-Type": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=60) as answer:
        return json.load(answer)


def send(label, token, identifier):
    message = messaging.Message(
        token=token, notification=messaging.Notification(title="20% off"),
        data={"message_id": identifier, "campaign_id": "summer"})
    try:
        messaging.send(message)
        print(label, "taken")
    except exceptions.FirebaseError as error:
        answer = error.http_response
        print(label, type(error).__name__, answer.status_code, answer.headers["pushsh-event"])
    sys.stdout.flush()


send("living", S["token"], "b-1")
shown = phone("GET", "notifications")["shown"]
print("shown", [(one["id"], one["title"]) for one in shown])
phone("POST", "commands/tap", {"id": "b-1"})
phone("POST", "commands/flush", {})
send("dead", S["dead"], "b-2")
send("another project", S["foreign"], "b-3")
