import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { offerWords } from "#src/web/words/languages.js";
import { contextOf } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { bracketWords, strayWords, WORDLESS } from "./bracketed-words.js";
import { wordlessDatasets } from "./wordless-datasets.js";

/** Addresses of pages whose texts all come from the words. */
const TRANSLATED: readonly string[] = [
  "/nothing",
  "/",
  "/town",
  "/town?_view=region&year=all",
  "/town?year=1999",
  "/bare",
  "/budget?year=2010&all=stage",
  "/town/dimensions",
  "/town/region",
  "/town/region?q=%CF%80&year=2009&page=2",
  "/town/region?q=%CF%89%CF%89",
  "/town/cofog1",
  "/town/time",
  "/budget/side",
  "/town/cofog1/1",
  "/budget/cofog1/3?year=all",
  "/town/time/2009-02-11",
  "/town/meta/versions",
  "/collections",
  "/shapes",
  "/search",
  "/search?q=ζ",
  "/api",
  "/login",
  "/docs?q=ζζ",
  "/town/sources",
];

let server: TestServer;
let withdraw: () => void;
before(async () => {
  withdraw = offerWords(WORDLESS, bracketWords());
  server = await startTestServer(makeRoutes(contextOf(wordlessDatasets())));
});
after(async () => {
  withdraw();
  await server.stop();
});

describe("in a language of no words", () => {
  for (const path of TRANSLATED) {
    it(`all texts of ${path} are taken from the words`, async () => {
      const { text } = await request(server.url + path, {
        headers: { accept: "text/html", "accept-language": WORDLESS },
      });
      assert.match(text, /\[Datasets~*\]/);
      assert.deepEqual(strayWords(text), []);
    });
  }

  it("words that are not are found", () => {
    assert.deepEqual(
      strayWords('<p title="Über">Δύο <b>[Seen~~]</b> of 3</p><img alt="[A ~]JSON"/><code>curl</code> Sign &amp; in'),
      ["of 3", "Sign & in", "Über"],
    );
  });
});
