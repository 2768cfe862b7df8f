import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SERVE_SETTINGS } from "#src/cli/settings/serve-settings.js";
import * as settings from "#src/cli/settings/settings.js";
import { documents } from "./documents.js";
import { listBlocks, listCode, withoutBlocks } from "./markdown.js";

const OPTION = /(?<![\w-])--[a-z][a-z-]+/g;

/** Options of the program itself. */
const GENERAL = ["--help", "--version", "--licences", "--color", "--lang"];

/** Options of other programs that documents name. */
const FOREIGN = ["--build-arg"];

const known = new Set([
  ...GENERAL,
  ...FOREIGN,
  ...[...Object.values(settings), SERVE_SETTINGS]
    .filter((value) => typeof value !== "function")
    .flat()
    .flatMap(({ flags }) => flags.match(OPTION) ?? []),
]);

/** Options in commands of the program, and in code that begins with one. */
function listOptions(markdown: string): readonly string[] {
  const blocks = listBlocks(markdown).map(({ text }) => text.replaceAll("\\\n", ""));
  const lines = [...blocks.flatMap((text) => text.split("\n")), ...listCode(withoutBlocks(markdown))];
  return lines.flatMap((line) => {
    const [, command] = /(?:^|\$ |\.\/|spendcube )((?:spendcube|node dist\/cli\.js|--).*)$/.exec(line) ?? [];
    return command?.replace(/\s[|#].*$/, "").match(OPTION) ?? [];
  });
}

describe("options in documents", () => {
  it("are found", () => {
    const text =
      "`--aa`, `spendcube load --bb | x --yy`, `npm --zz`\n\n```sh\nnode dist/cli.js serve \\\n  --cc # --xx\n```\n";
    assert.deepEqual(new Set(listOptions(text)), new Set(["--cc", "--aa", "--bb"]));
  });

  for (const { path, text } of documents) {
    // Benchmarks have options of their own.
    if (path.startsWith("bench")) continue;
    it(`of ${path} are options of the program`, () => {
      assert.deepEqual(
        listOptions(text).filter((option) => !known.has(option)),
        [],
      );
    });
  }
});
