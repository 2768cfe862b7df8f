import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nameSource } from "#src/web/pages/parts/source-name.js";

describe("the name of a source", () => {
  for (const [url, name] of [
    ["https://data.example/2020/payments.csv?a=b/c", "https://data.example/2020/payments.csv?a=b/c"],
    ["/srv/spendcube/in/payments.csv", "payments.csv"],
    ["upload:payments.csv", "payments.csv"],
    ["C:\\data\\payments.csv", "payments.csv"],
  ] as const) {
    it(`of ${url} is ${name}`, () => assert.equal(nameSource(url), name));
  }
});
