// A backend's test in Node, with the standard library alone: `node --test phone.test.mjs`.
// pushsh runs as a child; a request is a line of JSON, and so is its answer.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, before, beforeEach, test } from "node:test";

import { Backend } from "./backend.mjs";

class Phone {
  constructor() {
    this.process = spawn(process.env.PUSHSH ?? "pushsh", ["--jsonl"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.answers = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async ask(method, params = {}) {
    this.process.stdin.write(JSON.stringify({ method, params }) + "\n");
    const { value, done } = await this.answers.next();
    if (done) throw new Error("pushsh has ended");
    const { result, error } = JSON.parse(value);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  }

  do(command, options = {}) {
    return this.ask("command", { command, arguments: options });
  }
}

let phone, backend;

before(async () => {
  phone = new Phone();
  const { output } = await phone.ask("run", {
    text: "app launch\nsnapshot save fresh\nserve --apns 0",
  });
  const { apns, ca } = output.at(-1);
  backend = new Backend(`https://localhost:${apns}`, "com.example.myapp", readFileSync(ca));
});
beforeEach(() => phone.ask("reset", { snapshot: "fresh" }));
after(() => {
  backend.close();
  phone.process.stdin.end();
});

test("a coupon is shown, tapped, and ends as a row", async () => {
  const { device } = await phone.ask("tokens");
  const id = await backend.sendCoupon(device, "summer");
  const { shown } = await phone.ask("notifications");
  assert.deepEqual(shown.map((n) => [n.id, n.title]), [[id, "20% off"]]);
  await phone.do("tap", { id });
  await phone.do("flush");
  const rows = await phone.do("query", {
    sql: "SELECT count(*) AS opened FROM mobile.push_events WHERE type = 'open'",
  });
  assert.deepEqual(rows, [{ opened: 1 }]);
});

test("a dead token is told to the backend", async () => {
  const { device } = await phone.ask("tokens");
  await phone.do("app uninstall");
  await assert.rejects(backend.sendCoupon(device, "summer"), {
    status: 410, reason: "Unregistered",
  });
});

test("a command that fails has a code", async () => {
  await assert.rejects(phone.do("tap", { id: "nothing" }), { code: "no_notification" });
});

test("statements of a script run as one request", async () => {
  const run = await phone.ask("run", { text: "device lock\nexpect badge == 1" });
  assert.equal(run.exit_status, 1);
  assert.equal(run.failures[0].line, 2);
});
