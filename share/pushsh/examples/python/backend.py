"""A backend that sends coupons through FCM. It knows nothing of pushsh but the URL that it is given."""

import base64
import json
import time
import urllib.parse
import urllib.request


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


class Backend:
    def __init__(self, url, project):
        self.url, self.project = url, project

    def access_token(self):
        # google-auth signs this with the key of a service account. A workspace without service
        # accounts takes every signature.
        now = int(time.time())
        claims = {"iss": "shop@example.com", "aud": self.url + "/token", "iat": now,
                  "exp": now + 3600, "scope": "https://www.googleapis.com/auth/firebase.messaging"}
        assertion = ".".join([part({"alg": "RS256"}), part(claims), part("signature")])
        form = {"grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion}
        body = urllib.parse.urlencode(form).encode()
        with urllib.request.urlopen(self.url + "/token", body, timeout=60) as answer:
            return json.load(answer)["access_token"]

    def send_coupon(self, token, campaign):
        """Sends a coupon to a registration token, and returns the ID under which pushsh has it."""
        message = {
            "token": token, "notification": {"title": "20% off", "body": "Today only"},
            "data": {"campaign_id": campaign, "link": "myapp://coupons/1"},
        }
        request = urllib.request.Request(
            f"{self.url}/v1/projects/{self.project}/messages:send",
            json.dumps({"message": message}).encode(),
            {"Authorization": "Bearer " + self.access_token(),
             "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.headers["pushsh-event"]
