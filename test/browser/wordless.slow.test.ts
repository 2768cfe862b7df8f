import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { offerWords } from "#src/web/words/languages.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { contextOf } from "../fixtures.js";
import { bracketWords, WORDLESS } from "../http/pages/bracketed-words.js";
import { TRANSLATED } from "../http/pages/translated-pages.js";
import { wordlessDatasets } from "../http/pages/wordless-datasets.js";
import { startTestServer, type TestServer } from "../http/server.js";

/** Widths of phones, and of a desktop. */
const WIDTHS = [320, 390, 1280];

describe("pages in a language whose texts are a third longer", { skip: missingBrowser() }, () => {
  let server: TestServer;
  let browser: Browser;
  let withdraw: () => void;
  before(async () => {
    withdraw = offerWords(WORDLESS, bracketWords());
    server = await startTestServer(makeRoutes(contextOf(wordlessDatasets())));
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
  });
  after(async () => {
    await browser.stop();
    await server.stop();
    withdraw();
  });

  for (const path of TRANSLATED.filter((each) => !each.includes(".svg"))) {
    it(`have room for ${path}`, async () => {
      const wide: number[] = [];
      await browser.open(server.url + inWordless(path));
      assert.equal(await browser.run("return document.documentElement.lang"), WORDLESS);
      for (const width of WIDTHS) {
        await browser.resize(width);
        const [needed, room] = await browser.run<[number, number]>(
          "return [document.documentElement.scrollWidth, innerWidth]",
        );
        assert.equal(room, width);
        if (needed > room) wide.push(width);
      }
      assert.deepEqual(wide, []);
    });
  }
});

/** Ask for a page in the language by its address, which browsers prefer to no header. */
function inWordless(path: string): string {
  if (path.includes("lang=")) return path;
  return `${path}${path.includes("?") ? "&" : "?"}lang=${WORDLESS}`;
}
