import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { explainUnreached } from "#src/cli/commands/explain-unreached.js";

const explain = (code: string): string | null =>
  explainUnreached(new URL("https://money.example/api"), Object.assign(new Error("failed"), { code }));

describe("explainUnreached", () => {
  it("explains unknown hosts, and certificates that are not trusted", () => {
    assert.equal(
      explain("ENOTFOUND"),
      "https://money.example has a host name that does not exist (ENOTFOUND); check it in --server",
    );
    assert.match(explain("DEPTH_ZERO_SELF_SIGNED_CERT")!, /is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); name the/);
    assert.match(explain("UNABLE_TO_VERIFY_LEAF_SIGNATURE")!, /is not trusted/);
    assert.equal(
      explain("ERR_SSL_X"),
      "https://money.example cannot be reached by HTTPS (ERR_SSL_X); check its certificate",
    );
  });

  it("leaves other errors, such as those of a local file", () => {
    for (const code of ["ENOENT", "EISDIR", ""]) assert.equal(explain(code), null);
  });
});
