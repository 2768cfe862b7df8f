import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS, OPERATOR } from "#src/access/actor.js";
import { mayCreate, mayRead, mayUpdate } from "#src/access/permissions.js";

const USER = { id: "user", name: "user", admin: false };
const MANAGER = { id: "manager", name: "manager", admin: false };
const ADMIN = { id: "admin", name: "admin", admin: true };

describe("permissions", () => {
  it("let anyone read public datasets, and only managers and administrators private ones", () => {
    const managers = ["manager"];
    for (const actor of [ANONYMOUS, USER, MANAGER, ADMIN, OPERATOR]) {
      assert.equal(mayRead(actor, { private: false, managers }), true);
      const isTrusted = actor !== ANONYMOUS && actor !== USER;
      assert.equal(mayRead(actor, { private: true, managers }), isTrusted);
      assert.equal(mayUpdate(actor, { managers }), isTrusted);
    }
  });

  it("let only administrators change a dataset without managers", () => {
    const may = [ANONYMOUS, USER, MANAGER, ADMIN, OPERATOR].filter((actor) => mayUpdate(actor, { managers: [] }));
    assert.deepEqual(may, [ADMIN, OPERATOR]);
  });

  it("let every user create datasets", () => {
    const may = [ANONYMOUS, USER, MANAGER, ADMIN, OPERATOR].filter(mayCreate);
    assert.deepEqual(may, [USER, MANAGER, ADMIN, OPERATOR]);
  });
});
