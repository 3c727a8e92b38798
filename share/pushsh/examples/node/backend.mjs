// A backend that sends coupons through APNs with the standard library alone. It knows nothing of
// pushsh but the place that it is given.

import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:http2";

const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

export class Backend {
  constructor(url, topic, ca, key) {
    this.topic = topic;
    // Apple's key is a file AuthKey_….p8. A workspace without keys takes every signature.
    this.key = key
      ? createPrivateKey(key)
      : generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    this.session = connect(url, { ca });
  }

  // Apple wants a provider token of at most an hour, and none that is made anew too often.
  get providerToken() {
    if (this.token) return this.token;
    const claims = { iss: "TEAM012345", iat: Math.floor(Date.now() / 1000) };
    const text = `${part({ alg: "ES256", kid: "KEY0123456" })}.${part(claims)}`;
    const options = { key: this.key, dsaEncoding: "ieee-p1363" };
    this.token = `${text}.${sign("sha256", Buffer.from(text), options).toString("base64url")}`;
    return this.token;
  }

  // Sends a coupon to a device token, and returns the ID under which pushsh has it.
  async sendCoupon(device, campaign) {
    const request = this.session.request({
      ":method": "POST", ":path": `/3/device/${device}`,
      authorization: `bearer ${this.providerToken}`,
      "apns-topic": this.topic, "apns-push-type": "alert",
    });
    request.end(JSON.stringify({
      aps: { alert: { title: "20% off", body: "Today only" } },
      campaign_id: campaign, link: "myapp://coupons/1",
    }));
    const [head] = await once(request, "response");
    let body = "";
    for await (const piece of request) body += piece;
    if (head[":status"] !== 200) {
      throw Object.assign(new Error(body), { status: head[":status"], ...JSON.parse(body) });
    }
    return head["pushsh-event"];
  }

  close() {
    this.session.close();
  }
}
