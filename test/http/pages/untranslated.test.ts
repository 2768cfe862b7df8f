import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { offerWords } from "#src/web/words/languages.js";
import { contextOf } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { bracketErrors, bracketWords, strayWords, WORDLESS } from "./bracketed-words.js";
import { TRANSLATED } from "./translated-pages.js";
import { wordlessDatasets } from "./wordless-datasets.js";

/** Addresses of pages with errors or warnings. */
const WRONG: readonly string[] = [
  "/nothing/at/all",
  "/λάθος",
  "/town/λάθος",
  "/town/region/λάθος",
  "/town@9",
  "/town/entries/λάθος",
  "/town?cut=λάθος:1",
  "/town?cut=region:ΩΩ",
  "/town?cut=time.year:1999",
  "/town/region?cut=region:1",
  "/town/entries?filter=λάθος:α",
  "/town/entries?filter=region:ΩΩ",
  "/town/entries?q=(",
  "/town/entries?q=λάθος:1",
  "/town/entries?q=AND",
  "/town/entries?q=[1",
  "/town/entries?q=%22α",
  "/town/entries?page=λάθος",
  "/town/entries?pagesize=-1",
  "/town/entries?order=λάθος",
  "/town/entries?cut=region:1",
  "/search?q=(α",
  "/search?q=λάθος:1",
  "/search?dataset=λάθος",
  "/datasets?territories=λάθος&languages=λάθος&category=λάθος",
  "/town/explore?drilldown=λάθος",
  "/town/explore?drilldown=region&cut=region:ΩΩ",
  "/town/explore?drilldown=region&chart=λάθος",
  "/town/explore?drilldown=region&measure=λάθος",
  "/town/explore?drilldown=region&order=λάθος:asc",
  "/town/explore?drilldown=region&order=amount:λάθος",
  "/town/explore?drilldown=region&having=amount:λάθος",
  "/town/explore?drilldown=region&prices=λάθος",
  "/town/explore?drilldown=region&prices=2009",
  "/town/explore?drilldown=region&in=EUR",
  "/town/explore?drilldown=region&per=λάθος",
  "/town/explore?drilldown=region&against=region:1",
  "/town/explore?drilldown=region&top=λάθος",
  "/town/explore?drilldown=region&drildown=region",
  "/town/meta/changes?from=1&to=9",
  "/explore/tax?income=λάθος",
];

let server: TestServer;
let withdraw: () => void;
before(async () => {
  withdraw = offerWords(WORDLESS, bracketWords(), bracketErrors());
  server = await startTestServer(makeRoutes(contextOf(wordlessDatasets())));
});
after(async () => {
  withdraw();
  await server.stop();
});

describe("in a language of no words", () => {
  for (const path of TRANSLATED) {
    it(`all texts of ${path} are taken from the words`, async () => {
      const { text } = await request(server.url + encodeURI(decodeURI(path)), {
        headers: { accept: "text/html", "accept-language": WORDLESS },
      });
      assert.match(text, /\[\p{L}[^\]]*~\]/u);
      assert.deepEqual(strayWords(text), []);
    });
  }

  for (const path of WRONG) {
    it(`all errors of ${path} are said in it`, async () => {
      const { text } = await request(server.url + encodeURI(decodeURI(path)), {
        headers: { accept: "text/html", "accept-language": WORDLESS },
      });
      assert.match(text, /\[Datasets~*\]/);
      assert.deepEqual(strayWords(text), []);
    });
  }

  it("all texts that scripts insert are taken from the words", async () => {
    const { text } = await request(`${server.url}/`, { headers: { accept: "text/html", "accept-language": WORDLESS } });
    const [, words] = /<body data-words="([^"]*)"/.exec(text)!;
    const texts = JSON.stringify(JSON.parse(words!.replaceAll("&quot;", '"'))).match(/"[^"]*"(?!:)/g)!;
    assert.ok(texts.length > 5);
    assert.deepEqual(
      texts.flatMap((each) => strayWords(each.replaceAll("&lt;", "<").replaceAll("&gt;", ">"))),
      [],
    );
  });

  it("the title of a frame that oEmbed gives is taken from the words", async () => {
    for (const address of ["/town", "/town/explore?drilldown=region&cut=year:2009"]) {
      const url = `${server.url}${address}${address.includes("?") ? "&" : "?"}lang=${WORDLESS}`;
      const { text } = await request(`${server.url}/oembed?url=${encodeURIComponent(url)}`);
      const { title, html } = JSON.parse(text) as { readonly title: string; readonly html: string };
      assert.deepEqual([...strayWords(title), ...strayWords(html)], []);
    }
  });

  it("words that are not are found", () => {
    assert.deepEqual(
      strayWords('<p title="Über">Δύο <b>[Seen~~]</b> of 3</p><img alt="[A ~]JSON"/><code>curl</code> Sign &amp; in'),
      ["of 3", "Sign & in", "Über"],
    );
  });
});
