import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { signIn } from "#src/access/sign-in.js";
import { createSignInService, type SignInService } from "#src/access/sign-in-service.js";
import { TooManyAttempts, Unauthenticated } from "#src/core/errors/errors.js";
import type { Catalog } from "#src/store/catalog.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Begin a service without users. @returns it with the stored hashes that passwords were compared to */
function begin(): { readonly services: SignInService; readonly compared: unknown[] } {
  const compared: unknown[] = [];
  const passwords: SignInService["passwords"] = {
    hash: () => Promise.reject(new Error("not under test")),
    async matches(_password, stored) {
      compared.push(stored);
      return false;
    },
  };
  const audit = { record: async () => {} };
  return {
    services: { ...createSignInService({ accounts: [] } as unknown as Catalog, audit, false), passwords },
    compared,
  };
}

describe("signing in with a name longer than any account's", () => {
  it("is refused like a wrong password, at the same cost", async () => {
    const { services, compared } = begin();
    const attempt = (end: string) =>
      signIn(services, { name: `${"x".repeat(101)}${end}`, password: "y", address: "192.0.2.1" });
    for (let at = 0; at < 5; at++) {
      await assert.rejects(attempt(String(at)), new Unauthenticated("Wrong user name or password"));
    }
    await assert.rejects(attempt("another"), TooManyAttempts);
    assert.deepEqual(compared, Array(5).fill(null));
  });

  it("keeps none of these names in memory", async () => {
    const { services } = begin();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 200; at++) {
      const name = Buffer.alloc(1_000_000, `${at} `).toString("latin1");
      await assert.rejects(signIn(services, { name, password: "y", address: `192.0.2.${at}` }));
    }
    collectGarbage();
    const bytes = process.memoryUsage().heapUsed - before;
    assert.ok(bytes < 20_000_000, `${bytes} bytes are kept`);
  });
});

it("waits after wrong passwords do not grow when the clock is set back", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
  t.mock.method(performance, "now", () => 1000);
  const { services } = begin();
  const attempt = () => signIn(services, { name: "ada", password: "y", address: "192.0.2.1" });
  for (let at = 0; at < 5; at++) await assert.rejects(attempt(), Unauthenticated);
  t.mock.timers.setTime(1_700_000_000_000 - 86_400_000);
  await assert.rejects(attempt(), (error) => error instanceof TooManyAttempts && error.retryAfter <= 1);
});
