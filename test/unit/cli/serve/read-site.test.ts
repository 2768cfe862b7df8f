import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readSite, versionOfPages } from "#src/cli/serve/read-site.js";
import { inDirectory } from "../../../cli/run.js";

describe("the settings of a site", () => {
  it("refuse a logo that is no SVG, too large, or not there", () =>
    inDirectory(async (directory) => {
      const file = join(directory, "logo.svg");
      await writeFile(file, "\u0089PNG");
      assert.throws(() => readSite({ siteLogo: file }), /--site-logo: .* is not an SVG file/);
      await writeFile(file, `<svg>${" ".repeat(100_000)}</svg>`);
      assert.throws(() => readSite({ siteLogo: file }), /at most 100000 are allowed/);
      assert.throws(() => readSite({ siteLogo: join(directory, "no.svg") }), { code: "ENOENT" });
      await writeFile(file, "<svg></svg>");
      assert.equal(readSite({ siteLogo: file }).logo, "<svg></svg>");
    }));

  it("are part of the version of pages, so that browsers ask for them anew", () => {
    const [one, other] = [readSite({ siteName: "A" }), readSite({ siteName: "B" })];
    assert.equal(versionOfPages("1.0.0", readSite({})), "1.0.0");
    assert.match(versionOfPages("1.0.0", one), /^1\.0\.0\+[0-9a-f]{12}$/);
    assert.notEqual(versionOfPages("1.0.0", one), versionOfPages("1.0.0", other));
  });
});
