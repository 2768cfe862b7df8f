import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { markOptions } from "#src/web/pages/parts/mark-options.js";

const option = (name: string): string => `<span class="option">${name}</span>`;

describe("names of options in a document", () => {
  it("are isolated and stay on one line, in sentences and in code", () => {
    assert.equal(
      markOptions("<p>יש להוסיף \u200e--keep-sources, או ־\u200e--csv.</p>"),
      `<p>יש להוסיף ${option("--keep-sources")}, או ־${option("--csv")}.</p>`,
    );
    assert.equal(
      markOptions("<code>spendcube load --metadata model.json --csv data.csv</code>"),
      `<code>spendcube load ${option("--metadata")} model.json ${option("--csv")} data.csv</code>`,
    );
  });

  it("are not looked for in markup, scripts, comments and what holds nothing but text", () => {
    for (const markup of [
      '<p style="--width: 1" title="--csv">one</p>',
      "<!-- --csv --><p>a--b, a-- b, 2019--20, --- and --</p>",
      "<title>--csv</title><script>x--y; --z</script><pre>spendcube --csv</pre>",
      "<svg><text>--csv</text></svg><textarea>--csv</textarea><select><option>--csv</option></select>",
    ])
      assert.equal(markOptions(markup), markup);
  });
});
