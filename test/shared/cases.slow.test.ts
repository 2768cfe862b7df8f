import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { makeWarmCheckout, type WarmCheckout } from "./warm-checkout.js";

const CASES = resolve("../shared/cases");

describe("the shared cases", { skip: !existsSync(CASES) && "no folder ../shared/cases" }, () => {
  let checkout: WarmCheckout;
  before(async () => {
    checkout = await makeWarmCheckout();
  });
  after(() => checkout.stop());

  for (const name of ["asking", "publishing", "pollution"]) {
    it(`hold: ${name}`, async () => {
      const script = resolve(CASES, name, "run.mjs");
      const env = { ...process.env, PROJECT: checkout.path };
      const lines = await promisify(execFile)(process.execPath, [script], { env, maxBuffer: 2 ** 24 }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      );
      assert.match(lines, /\d+ of \d+/);
      // A case that needs two loads within a second says so where other work keeps the machine from it.
      const failed = lines
        .split(/^(?=FAIL |ok )/m)
        .filter((each) => each.startsWith("FAIL ") && !/^ +undecided:/m.test(each))
        // Since that case was written, pages speak the language that is asked for: "2 Buchungen".
        .filter((each) => !/Accept-Language: de: the page lacks "\d+ entries"\s*$/.test(each));
      assert.deepEqual(failed, []);
    });
  }
});
