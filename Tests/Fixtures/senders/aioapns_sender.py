"""Sends to APNs with aioapns, redirected by its documented class attributes."""
import asyncio
import json
import logging
import sys

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import (
    APNsDevelopmentClientProtocol, APNsProductionClientProtocol, APNsTLSClientProtocol)

S = json.load(sys.stdin)
logging.disable(logging.CRITICAL)
for protocol in (APNsProductionClientProtocol, APNsDevelopmentClientProtocol):
    protocol.APNS_SERVER = "localhost"
APNsTLSClientProtocol.APNS_PORT = S["apns"]


def request(token=None, **options):
    message = options.pop("message", {"aps": {"alert": "Hello"}})
    return NotificationRequest(device_token=token or S["token"], message=message, **options)


async def show(client, label, *arguments, **options):
    result = await client.send_notification(request(*arguments, **options))
    words = [label, result.status, result.description or ""]
    words.append("timestamp" if result.timestamp else "")
    print(" ".join(word for word in words if word), flush=True)


async def main():
    with open(S["key"]["path"]) as file:
        key = file.read()
    client = APNs(key=key, key_id=S["key"]["id"], team_id=S["team"], topic=S["topic"])
    await show(client, "accepted", push_type=PushType.ALERT)
    await show(client, "background", message={"aps": {"content-available": 1}},
               push_type=PushType.BACKGROUND, priority=5, time_to_live=60, collapse_key="c")
    await show(client, "unknown", "0" * 64)
    await show(client, "dead", S["dead"])
    await show(client, "another topic", apns_topic="com.example.other")
    await show(client, "too large", message={"aps": {"alert": "a" * 4100}})
    await show(client, "background at 10", push_type=PushType.BACKGROUND, priority=10)
    results = await asyncio.gather(*[client.send_notification(request()) for _ in range(1000)])
    print("at once", sum(result.is_successful for result in results))
    client.pool.close()
    client = APNs(client_cert=S["certificate"])
    await show(client, "certificate")
    client.pool.close()


asyncio.run(main())
