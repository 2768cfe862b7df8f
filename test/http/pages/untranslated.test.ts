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
const TRANSLATED: readonly string[] = ["/nothing", "/search", "/search?q=ζ", "/api", "/shapes"];

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
