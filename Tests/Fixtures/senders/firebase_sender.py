"""Sends through FCM with firebase-admin, led here by HTTPS_PROXY and REQUESTS_CA_BUNDLE alone."""
import gzip
import json
import sys
import time

import firebase_admin
from firebase_admin import credentials, exceptions, messaging

S = json.load(sys.stdin)
firebase_admin.initialize_app(credentials.Certificate(S["account"]))
ALERT = messaging.Notification(title="Hello", body="There")


def show(label, call):
    try:
        result = call()
    except exceptions.FirebaseError as error:
        answer = error.http_response
        words = [label, type(error).__name__, error.code, str(answer.status_code)]
        print(" ".join(words))
    except ValueError:
        print(label, "ValueError")
    else:
        if isinstance(result, messaging.TopicManagementResponse):
            result = "%d made, %d failed" % (result.success_count, result.failure_count)
        elif "/messages/" in result:
            result = result.rsplit("/", 1)[0]
        print(label, result)
    sys.stdout.flush()


def message(**options):
    return messaging.Message(notification=ALERT, **options)


if sys.argv[1:] == ["exhausted"]:
    show("exhausted", lambda: messaging.send(message(token=S["token"])))
    sys.exit()

if sys.argv[1:] == ["fault"]:
    # The library waits as long as the answer's Retry-After says, and tries again by itself.
    started = time.monotonic()
    show("planted", lambda: messaging.send(message(token=S["token"], data={"message_id": "p-1"})))
    print("waited", time.monotonic() - started >= 2)
    sys.exit()
def slow(session):
    """Two topics, to which the phone is subscribed, and the phone itself."""
    for topic in ("news", "sale"):
        messaging.subscribe_to_topic([S["token"]], topic)
    for label, target in (("token", {"token": S["token"]}), ("topic", {"topic": "news"}),
                          ("another topic", {"topic": "sale"})):
        started = time.monotonic()
        answer = session.post(
            "https://fcm.googleapis.com/v1/projects/example-push/messages:send", stream=True,
            json={"message": {"notification": {"title": "Hi"}, **target}})
        head = time.monotonic() - started
        answer.json()
        late = head < 0.7 and time.monotonic() - started >= 1
        print(label, answer.status_code, *(["slow"] if late else []), flush=True)


def legacy(session):
    """Topics as the Instance ID API has them."""
    def ask(call, topic, tokens):
        answer = session.post(
            "https://iid.googleapis.com/iid/v1:" + call, headers={"access_token_auth": "true"},
            json={"to": topic, "registration_tokens": tokens})
        return answer.status_code, answer.json()

    known = [S["token"], S["dead"], S["another"]]
    for call, tokens in (("batchAdd", known), ("batchRemove", known[:1])):
        print(call, *ask(call, "/topics/news", tokens), flush=True)
        print("sent", session.post(
            "https://fcm.googleapis.com/v1/projects/example-push/messages:send",
            json={"message": {"topic": "news", "notification": {"title": "Hi"}}}).status_code)
    print("no topic", ask("batchAdd", "news", [S["token"]])[0], flush=True)


if sys.argv[1:] in (["quota"], ["slow"], ["legacy"]):
    # The library itself would wait for minutes, as it is told.
    from google.auth.transport.requests import AuthorizedSession
    from google.oauth2 import service_account

    session = AuthorizedSession(service_account.Credentials.from_service_account_file(
        S["account"], scopes=["https://www.googleapis.com/auth/firebase.messaging"]))

    def post(number, collapses, dry_run=False):
        body = {"token": S["token"], "notification": {"title": "Hi"},
                "data": {"message_id": "q-%d" % number}}
        if collapses:
            body["apns"] = {"headers": {"apns-collapse-id": "score"}}
        return session.post(
            "https://fcm.googleapis.com/v1/projects/example-push/messages:send",
            json={"message": body, "validate_only": dry_run})

    if sys.argv[1] != "quota":
        sys.exit({"slow": slow, "legacy": legacy}[sys.argv[1]](session))
    print("dry run", post(0, True, True).status_code)
    print("collapsible", sum(post(n, True).status_code == 200 for n in range(1, 21)))
    refused = post(21, True)
    error = refused.json()["error"]
    print(refused.status_code, error["status"], error["details"][0]["errorCode"],
          170 <= int(refused.headers["Retry-After"]) <= 180)
    print("of its own", post(22, False).status_code)
    packed = gzip.compress(json.dumps({"message": {"token": S["token"], "data": {"a": "b"}}}).encode())
    print("gzip", session.post(
        "https://fcm.googleapis.com/v1/projects/example-push/messages:send", data=packed,
        headers={"Content-Encoding": "gzip", "Content-Type": "application/json"}).status_code)
    sys.exit()
show("token", lambda: messaging.send(message(token=S["token"], data={"message_id": "f-1"})))
show("dry run", lambda: messaging.send(message(token=S["token"]), dry_run=True))
show("dead", lambda: messaging.send(message(token=S["dead"])))
show("another project", lambda: messaging.send(message(token=S["foreign"])))
show("no token", lambda: messaging.send(message(token="abc")))
show("reserved data", lambda: messaging.send(message(token=S["token"], data={"from": "me"})))
show("subscribe", lambda: messaging.subscribe_to_topic([S["token"], S["dead"]], "news"))
show("topic", lambda: messaging.send(message(topic="news", data={"message_id": "f-2"})))
show("condition", lambda: messaging.send(
    message(condition="'news' in topics && !('sale' in topics)", data={"message_id": "f-3"})))
show("malformed", lambda: messaging.send(message(condition="'news' in")))
show("unsubscribe", lambda: messaging.unsubscribe_from_topic([S["token"]], "news"))
show("too large for a topic", lambda: messaging.send(
    messaging.Message(topic="news", data={"a": "x" * 2050})))
for name, value in (("apns-expiration", "abc"), ("apns-priority", "7"),
                    ("apns-collapse-id", "x" * 65), ("apns-push-type", "loud")):
    show(name, lambda: messaging.send(message(token=S["token"], apns=messaging.APNSConfig(
        headers={name: value}, payload=messaging.APNSPayload(messaging.Aps())))))
show("nobody", lambda: messaging.send(message(topic="news", data={"message_id": "f-4"})))
apns = messaging.APNSConfig(
    headers={"apns-priority": "5", "apns-push-type": "background"},
    payload=messaging.APNSPayload(messaging.Aps(content_available=True)))
show("background", lambda: messaging.send(messaging.Message(token=S["token"], apns=apns)))
show("android", lambda: messaging.send(messaging.Message(
    token=S["token"], data={"k": "v"}, android=messaging.AndroidConfig(ttl=60))))
# The SDK takes 500 messages in one call.
batches = [messaging.send_each([message(token=S["token"]) for _ in range(500)]),
           messaging.send_each([message(token=S["token"]) for _ in range(499)] + [message(token=S["dead"])])]
print("at once", sum(batch.success_count for batch in batches),
      sum(batch.failure_count for batch in batches))
