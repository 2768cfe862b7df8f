import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { makeProgressBar } from "#src/cli/terminal/progress.js";

describe("the progress bar", () => {
  it("shows rows and bytes from the start", async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
    const shown = text(terminal);
    const show = makeProgressBar(terminal);
    show({ rows: 1_234, bytesRead: 250_000, bytesTotal: 1_000_000 });
    show(null);
    terminal.end();
    assert.match(await shown, / 25% \| 0\.3 of 1\.0 MB \| 1,234 rows \| /);
    assert.ok(!(await shown).includes("{"));
  });
});
