// Sends to APNs with Node's own `http2`, its authority in NODE_EXTRA_CA_CERTS.
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:http2";

const S = JSON.parse(readFileSync(0, "utf8"));

function providerToken() {
    const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = part({ alg: "ES256", kid: S.key.id })
        + "." + part({ iss: S.team, iat: Math.floor(Date.now() / 1000) });
    const key = createPrivateKey(readFileSync(S.key.path));
    const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
    return text + "." + signature.toString("base64url");
}

const authorization = "bearer " + providerToken();

function send(session, path, more = {}) {
    return new Promise((resolve) => {
        const request = session.request({
            ":method": "POST", ":path": "/3/device/" + path, authorization,
            "apns-topic": S.topic, "apns-push-type": "alert", ...more,
        });
        let head = {};
        let body = "";
        request.on("response", (headers) => { head = headers; });
        request.on("data", (piece) => { body += piece; });
        request.on("error", (error) => resolve({ status: error.code }));
        request.on("close", () => resolve({ status: head[":status"], body }));
        request.end(JSON.stringify({ aps: { alert: "Hello" } }));
    });
}

const reason = ({ status, body }) => status + (body ? " " + JSON.parse(body).reason : "");
const session = connect("https://localhost:" + S.apns);
console.log("accepted", reason(await send(session, S.token)));
console.log("unknown", reason(await send(session, "0".repeat(64))));
console.log("dead", reason(await send(session, S.dead)));
console.log("another topic", reason(await send(session, S.token, { "apns-topic": "com.example.other" })));
const answers = await Promise.all(Array.from({ length: 1000 }, () => send(session, S.token)));
console.log("at once", answers.filter((answer) => answer.status === 200).length);
await new Promise((resolve) => session.ping(() => resolve()));
session.close();
const bare = connect("https://localhost:" + S.apns, {
    cert: readFileSync(S.certificate), key: readFileSync(S.certificate),
});
console.log("certificate", reason(await send(bare, S.token, { authorization: undefined })));
bare.close();
