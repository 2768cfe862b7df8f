import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { FONTS } from "#src/core/assets/list.js";
import { listFonts } from "#scripts/fonts/packages.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../../fixtures.js";
import { startTestServer, type TestServer } from "../server.js";

describe("the fonts of the pages", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer(makeRoutes(contextOf([])));
  });
  after(() => server.stop());

  /** Fetch the style sheet of a page. */
  const styleSheet = async (): Promise<{ readonly url: string; readonly text: string }> => {
    const page = await (await fetch(`${server.url}/`, { headers: { Accept: "text/html" } })).text();
    const url = new URL(/href="([^"]+\.css)"/.exec(page)![1]!, server.url).href;
    return { url, text: await (await fetch(url)).text() };
  };

  it("are served from addresses that never change, beside the style sheet that names them", async () => {
    const { url, text } = await styleSheet();
    const named = [...text.matchAll(/url\("([^"]+)"\)/g)].map(([, name]) => name!);
    assert.equal(named.length, FONTS.length);
    for (const name of named) {
      const reply = await fetch(new URL(name, url), { headers: { "Accept-Encoding": "br" } });
      const bytes = Buffer.from(await reply.arrayBuffer());
      assert.equal(reply.status, 200, name);
      assert.equal(reply.headers.get("Content-Type"), "font/woff2");
      assert.equal(reply.headers.get("Content-Encoding"), null, "a compressed font is not compressed again");
      assert.match(reply.headers.get("Cache-Control")!, /immutable/);
      assert.equal(bytes.subarray(0, 4).toString("latin1"), "wOF2");
      assert.match(name, /^[\w-]+\.[\da-f]{12}\.woff2$/);
    }
  });

  it("may be used by pages, swap in when they are there, and are of latin characters only", async () => {
    const page = await fetch(`${server.url}/`, { headers: { Accept: "text/html" } });
    assert.match(page.headers.get("Content-Security-Policy")!, /font-src 'self'/);
    const faces = (await styleSheet()).text.match(/@font-face \{[^}]*\}/g)!;
    assert.equal(faces.length, FONTS.length);
    for (const face of faces) {
      assert.match(face, /font-display: swap/);
      assert.match(face, /unicode-range:/);
      // Arabic, Cyrillic, Greek, Hebrew and Han are left to the system.
      assert.doesNotMatch(face, /U\+(?:6|4|3[789a-f]|5d|4e)\d{2}\b/i);
    }
  });

  it("are in the package with their licences", () => {
    for (const { asset, licence } of listFonts()) assert.ok(existsSync(asset) && existsSync(licence[1]), asset);
    assert.ok(existsSync("dist/web/raster/harfbuzz.LICENSE"));
  });
});
