import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { load } from "./collect.js";

const HEADER = "No,Name,Amount,Date\n";
const row = (number: number, name = "a"): string => `${number},${name},1,2024-01-01\n`;
const rows = (count: number, first = 1): string => Array.from({ length: count }, (_, at) => row(first + at)).join("");

async function warningsOf(text: string): Promise<readonly string[]> {
  return (await load(text)).report.warnings;
}

describe("a file with text after a quoted cell", () => {
  const unusual = HEADER + rows(500) + row(501, `"two\nlines"`) + row(502, `"a" b`);

  it("is said to be read slowly, with the first such row", async () => {
    const [warning, ...others] = await warningsOf(unusual + rows(20_000, 503));
    assert.match(warning!, /^From row 502 \(line 504\) on, the file is read several times more slowly, because/);
    assert.deepEqual(others, []);
  });

  it("is not, if few rows follow", async () => {
    assert.deepEqual(await warningsOf(unusual + row(503)), []);
  });

  it("is not, if its quotes are usual", async () => {
    assert.deepEqual(await warningsOf(HEADER + row(0, `"12"" pipe"`) + rows(20_000)), []);
  });
});
