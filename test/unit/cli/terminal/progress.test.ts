import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { makeProgressBar } from "#src/cli/terminal/progress.js";

/** Show two states of some work, so many milliseconds apart. */
async function showAfter(milliseconds: number): Promise<string> {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  const shown = text(terminal);
  let now = 5;
  const show = makeProgressBar(terminal, () => now);
  show({ rows: 10, bytesRead: 1_000, bytesTotal: 1_000_000 });
  now += milliseconds;
  show({ rows: 1_234, bytesRead: 250_000, bytesTotal: 1_000_000 });
  show(null);
  terminal.end();
  return shown;
}

describe("the progress bar", () => {
  it("shows rows, their rate and bytes of what takes a second", async () => {
    const shown = await showAfter(1_000);
    assert.match(shown, / 25% \| 0\.3 of 1\.0 MB \| 1,234 rows, 1,234 per second \| /);
    assert.ok(!shown.includes("{"));
  });

  it("is left out for what is over at once", async () => assert.equal(await showAfter(999), ""));
});
