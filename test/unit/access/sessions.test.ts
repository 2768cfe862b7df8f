import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Sessions } from "#src/access/sessions.js";
import type { AccountRecord } from "#src/store/disk/manifest.js";
import { accountCalled } from "../store/accounts.js";

const HOUR = 3600 * 1000;

function begin(): { sessions: Sessions; users: { accounts: AccountRecord[] }; clock: { now: number } } {
  const users = { accounts: [accountCalled("ada", { password: "hash" }), accountCalled("eve")] };
  const clock = { now: 0 };
  return { sessions: new Sessions(users, () => clock.now), users, clock };
}

describe("a session", () => {
  it("has a unique token", () => {
    const { sessions, users } = begin();
    const [ada, eve] = users.accounts;
    const tokens = [sessions.begin(ada!), sessions.begin(ada!), sessions.begin(eve!)];
    assert.equal(new Set(tokens).size, 3);
    assert.ok(tokens.every((token) => /^[\w-]{43}$/.test(token)));
    assert.deepEqual(
      tokens.map((token) => sessions.find(token)?.name),
      ["ada", "ada", "eve"],
    );
    for (const other of [undefined, "", "x", tokens[0]!.slice(1)]) assert.equal(sessions.find(other), undefined);
  });

  it("returns the user's current account", () => {
    const { sessions, users } = begin();
    const token = sessions.begin(users.accounts[0]!);
    users.accounts[0] = { ...users.accounts[0]!, admin: true, keyVersion: 2 };
    assert.equal(sessions.find(token)?.admin, true);
  });

  it("ends with its own sign-out only", () => {
    const { sessions, users } = begin();
    const [first, second] = [sessions.begin(users.accounts[0]!), sessions.begin(users.accounts[0]!)];
    sessions.end(first);
    assert.equal(sessions.find(first), undefined);
    assert.equal(sessions.find(second)?.name, "ada");
  });

  it("ends when the password changes, and stays ended when the old password is set again", () => {
    const { sessions, users } = begin();
    const token = sessions.begin(users.accounts[0]!);
    const before = users.accounts[0]!;
    users.accounts[0] = { ...before, password: "another" };
    assert.equal(sessions.find(token), undefined);
    users.accounts[0] = before;
    assert.equal(sessions.find(token), undefined);
  });

  it("ends when the user is removed, and does not pass to the next user of that name", () => {
    const { sessions, users } = begin();
    const token = sessions.begin(users.accounts[0]!);
    users.accounts[0] = { ...users.accounts[0]!, id: "another" };
    assert.equal(sessions.find(token), undefined);
  });

  it("ends twelve hours after its last use", () => {
    const { sessions, users, clock } = begin();
    const token = sessions.begin(users.accounts[0]!);
    for (let use = 0; use < 5; use++) {
      clock.now += 12 * HOUR - 1;
      assert.equal(sessions.find(token)?.name, "ada");
    }
    clock.now += 12 * HOUR;
    assert.equal(sessions.find(token), undefined);
  });

  it("ends when ten thousand others were used since", () => {
    const { sessions, users } = begin();
    const [first, second] = [sessions.begin(users.accounts[0]!), sessions.begin(users.accounts[0]!)];
    for (let more = 0; more < 9_999; more++) {
      sessions.begin(users.accounts[1]!);
      if (more === 0) sessions.find(first);
    }
    assert.equal(sessions.find(second), undefined);
    assert.equal(sessions.find(first)?.name, "ada");
  });
});
