"""Sends with libraries whose hosts are fixed, where Apple's and Google's names lead here."""
import asyncio
import logging
import sys
import warnings

logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
TOKEN = sys.argv[1]
KEY = {"path": "keys/AuthKey_PUSHSH0001.p8", "id": "PUSHSH0001", "team": "PUSHSHTEAM"}
TOPIC = "com.example.myapp"
UNKNOWN = "ab" * 32


async def kalyke():
    """Its `iat` is a text."""
    from kalyke import ApnsClient, ApnsConfig, Payload
    client = ApnsClient(
        use_sandbox=True, team_id=KEY["team"], auth_key_id=KEY["id"], auth_key_filepath=KEY["path"])
    for token in (TOKEN, UNKNOWN):
        try:
            await client.send_message(token, Payload(alert="Hello"), ApnsConfig(topic=TOPIC))
            print("kalyke-apns sent")
        except Exception as error:
            print("kalyke-apns", type(error).__name__)


def pyapns():
    """Its `iat` has a fraction."""
    from pyapns_client import (
        APNSClient, IOSNotification, IOSPayload, IOSPayloadAlert, TokenBasedAuth)
    with APNSClient(
            mode=APNSClient.MODE_DEV, root_cert_path="w/gateway-ca.pem",
            authentificator=TokenBasedAuth(KEY["path"], KEY["id"], KEY["team"])) as client:
        for token in (TOKEN, UNKNOWN):
            payload = IOSPayload(alert=IOSPayloadAlert(title="Hello", body="again"))
            try:
                client.push(IOSNotification(payload=payload, topic=TOPIC), token)
                print("pyapns-client3 sent")
            except Exception as error:
                print("pyapns-client3", type(error).__name__)


asyncio.run(kalyke())
pyapns()
