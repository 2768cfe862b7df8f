import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { writeManual } from "#scripts/manual.js";
import { SERVE_SETTINGS } from "#src/cli/settings/serve-settings.js";
import * as settings from "#src/cli/settings/settings.js";
import { environmentName } from "#src/cli/settings/options.js";
import type { Setting } from "#src/cli/settings/setting.js";

const PAGE = "man/spendcube.1";

describe("the manual page", () => {
  it("describes the program; `npm run settings` writes it anew", () => {
    assert.equal(readFileSync(PAGE, "utf8"), writeManual());
  });

  it("names every setting", () => {
    const all = [...Object.values(settings), SERVE_SETTINGS].filter((each): each is readonly Setting[] =>
      Array.isArray(each),
    );
    const names = new Set(all.flat().map(environmentName));
    assert.ok(names.size > 50);
    for (const name of names) assert.ok(writeManual().includes(`Variable: ${name}.`), name);
  });

  const hasMandoc = spawnSync("mandoc", ["-V"]).error === undefined;
  it("is correct roff", { skip: !hasMandoc && "mandoc is not installed" }, () => {
    const { status, stdout } = spawnSync("mandoc", ["-T", "lint", "-W", "error", PAGE], { encoding: "utf8" });
    assert.deepEqual([status, stdout], [0, ""]);
  });
});
