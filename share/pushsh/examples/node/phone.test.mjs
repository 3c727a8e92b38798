// A backend's test in Node, with the standard library alone: `node --test phone.test.mjs`.
// pushsh runs as a child; a request is a line of JSON, and so is its answer.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, beforeEach, test } from "node:test";

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

let phone;

before(async () => {
  phone = new Phone();
  await phone.do("app launch");
  await phone.do("snapshot save", { name: "fresh" });
});
beforeEach(() => phone.ask("reset", { snapshot: "fresh" }));
after(() => phone.process.stdin.end());

test("a push is shown, tapped, and ends as a row", async () => {
  const { id } = await phone.do("receive", {
    payload: { aps: { alert: { title: "20% off" } }, message_id: "m-1" },
  });
  const { shown } = await phone.ask("notifications");
  assert.deepEqual(shown.map((n) => [n.id, n.title]), [[id, "20% off"]]);
  await phone.do("tap", { id });
  await phone.do("flush");
  const rows = await phone.do("query", {
    sql: "SELECT count(*) AS opened FROM mobile.push_events WHERE type = 'open'",
  });
  assert.deepEqual(rows, [{ opened: 1 }]);
});

test("a command that fails has a code", async () => {
  await assert.rejects(phone.do("tap", { id: "nothing" }), { code: "no_notification" });
});

test("statements of a script run as one request", async () => {
  const run = await phone.ask("run", { text: "device lock\nexpect badge == 1" });
  assert.equal(run.exit_status, 1);
  assert.equal(run.failures[0].line, 2);
});
