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
    const font = { path: "/fonts/a.ttf", bytes: 10, modified: 1 };
    const versions = [[], [font], [{ ...font, modified: 2 }]].map((fonts) =>
      versionOfPages("1.0.0", readSite({}), fonts),
    );
    assert.equal(new Set(versions).size, 3);
  });
});

describe("a theme file", () => {
  const write = async (directory: string, theme: object): Promise<string> => {
    const file = join(directory, "theme.json");
    await writeFile(file, JSON.stringify(theme));
    return file;
  };

  it("says how the site looks; options prevail", () =>
    inDirectory(async (directory) => {
      await writeFile(join(directory, "logo.svg"), "<svg></svg>");
      const navigation = [{ label: { en: "About", de: "Über uns" }, url: "/docs" }];
      const footer = [{ label: "Council", url: "https://council.example/" }];
      const featured = ["town"];
      const given = { name: "Theme", logo: "logo.svg", accent: "#7A1F3D", navigation, featured, footer };
      const siteTheme = await write(directory, given);
      const site = readSite({ siteTheme, siteName: "Option" });
      const { imprint: _imprint, contact: _contact, ...read } = site;
      assert.deepEqual(read, { ...given, name: "Option", logo: "<svg></svg>", accent: "#7a1f3d" });
    }));

  it("is refused with all that is wrong in it", () =>
    inDirectory(async (directory) => {
      const wrong = {
        colour: "red",
        accent: "yellow",
        navigation: [{ label: "x", url: "javascript:alert(1)" }, null, { label: {}, url: "//elsewhere.example" }],
        featured: "town",
        footer: { label: "x" },
      };
      const siteTheme = await write(directory, wrong);
      assert.throws(
        () => readSite({ siteTheme }),
        (error: Error) => {
          for (const part of [
            /unknown key "colour"; the keys are: name, logo/,
            /"accent" must be a colour such as "#0b5c56", not "yellow"/,
            /link 1 of "navigation"/,
            /link 2 of "navigation"/,
            /link 3 of "navigation"/,
            /"featured" must be a list/,
            /"footer" must be a list of links/,
          ])
            assert.match(error.message, part);
          return true;
        },
      );
      await writeFile(siteTheme, "{");
      assert.throws(() => readSite({ siteTheme }), /is not JSON/);
      await writeFile(siteTheme, "[]");
      assert.throws(() => readSite({ siteTheme }), /must be a JSON object/);
    }));
});
