import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { offerWords } from "#src/web/words/languages.js";
import { sampleDatasets } from "../../browser/sample.js";
import { contextOf, SPENDING } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { startLoading } from "../publishing/loading-server.js";
import { startTestServer, type TestServer } from "../server.js";
import { bracketWords } from "./bracketed-words.js";
import { SharedCache } from "./shared-cache.js";

let server: TestServer;
let withdraw: () => void;
before(async () => {
  withdraw = offerWords("de", bracketWords());
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(async () => {
  withdraw();
  await server.stop();
});

const open = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { headers: { accept: "text/html", ...headers } });
const languageOf = ({ headers, text }: Response): readonly unknown[] => [
  headers["content-language"],
  /<html\s+lang="(\w+)"/.exec(text)?.[1],
  /\[Datasets~*\]/.test(text) ? "de" : "en",
];
const COOKIE = { cookie: "spendcube_language=de" };

const PLACE = {
  dataset: { ...SPENDING.dataset, name: "place", label: "Town", labels: { de: "Stadt" } },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "date", datatype: "date" },
    kind: {
      type: "compound",
      key: true,
      attributes: { name: { column: "id", datatype: "id" }, label: { column: "Kind", datatype: "string" } },
      labels_de: { 1: "Straßen" },
    },
  },
};

/** Start a server with a dataset of labels in two languages. */
async function startPlaces(): Promise<Awaited<ReturnType<typeof startLoading>>> {
  const loading = await startLoading();
  await loading.loaded("ada", {
    metadata: loading.files.put("/place.json", PLACE),
    csv_file: loading.files.put("/place.csv", "id,amount,date,Kind\n1,10,2009,Roads\n"),
  });
  return loading;
}

describe("the language of a page", () => {
  it("is that of its address, of the menu, or of the browser", async () => {
    assert.deepEqual(languageOf(await open("/town")), ["en", "en", "en"]);
    assert.deepEqual(languageOf(await open("/town", { "accept-language": "de-AT" })), ["de", "de", "de"]);
    assert.deepEqual(languageOf(await open("/town", { ...COOKIE, "accept-language": "en" })), ["de", "de", "de"]);
    assert.deepEqual(languageOf(await open("/town?lang=de")), ["de", "de", "de"]);
    assert.deepEqual(languageOf(await open("/town?lang=en", COOKIE)), ["en", "en", "en"]);
    assert.deepEqual(languageOf(await open("/nowhere?lang=de")), ["de", "de", "de"]);
  });

  it("has a tag and a cache of its own", async () => {
    const [english, german] = [await open("/town"), await open("/town", { "accept-language": "de" })];
    assert.notEqual(english.headers["etag"], german.headers["etag"]);
    const known = { "if-none-match": String(english.headers["etag"]) };
    assert.equal((await open("/town", known)).status, 304);
    assert.equal((await open("/town", { ...known, ...COOKIE })).status, 200);
    assert.deepEqual(languageOf(await open("/town", COOKIE)), ["de", "de", "de"]);
    assert.deepEqual(languageOf(await open("/town")), ["en", "en", "en"]);
  });

  it("is said to caches by the headers that chose it", async () => {
    const varyOf = async (path: string, headers = {}): Promise<string> =>
      String((await open(path, headers)).headers["vary"]);
    assert.match(await varyOf("/town"), /^Accept-Language, Accept,/);
    assert.match(await varyOf("/town", COOKIE), /^Accept-Language, Cookie, Accept,/);
    // Also of a page that was made for a reader without it.
    assert.match(await varyOf("/town", { "accept-language": "de" }), /^Accept-Language, Accept,/);
    assert.match(await varyOf("/town", COOKIE), /^Accept-Language, Cookie, Accept,/);
    assert.doesNotMatch(await varyOf("/town?lang=de", COOKIE), /Language|Cookie/);
  });

  it("of a frame in an old page stays what it was, whoever reads it", async () => {
    const readers = [{}, { "accept-language": "de" }, COOKIE, { ...COOKIE, "accept-language": "de" }];
    // Addresses that earlier versions gave out: the frame itself, the explorer of old in a frame, and the widgets before them.
    for (const path of ["/town/embed?drilldown=region", "/town/embed?drilldown=region&chart=bars&year=2009"]) {
      const answers = await Promise.all(readers.map((headers) => open(path, headers)));
      for (const answer of answers) {
        assert.deepEqual(languageOf(answer).slice(0, 2), ["en", "en"], path);
        assert.doesNotMatch(String(answer.headers["vary"]), /Language|Cookie/);
      }
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    }
  });

  it("of a frame is that of its address alone, also in what oEmbed gives", async () => {
    const frame = "/town/embed?drilldown=region";
    assert.deepEqual((await open(frame, { ...COOKIE, "accept-language": "de" })).headers["content-language"], "en");
    assert.deepEqual((await open(`${frame}&lang=de`)).headers["content-language"], "de");
    const ofAddress = async (address: string): Promise<string> =>
      (await request(`${server.url}/oembed?url=${encodeURIComponent(server.url + address)}`)).text;
    assert.doesNotMatch(await ofAddress("/town"), /lang=/);
    assert.match(await ofAddress("/town?lang=de"), /embed\?[^"]*lang=de/);
  });
});

describe("a cache that readers share", () => {
  const PICTURE = "explore.svg?drilldown=kind&chart=bars";
  const GERMAN = { accept: "text/html,image/svg+xml", "accept-language": "de" };

  it("gives nobody a page or a picture in the language of somebody else", async () => {
    const loading = await startPlaces();
    try {
      for (const path of ["/place", "/place@1", `/place/${PICTURE}`, `/place@1/${PICTURE}`]) {
        const cache = new SharedCache(loading.url);
        const read = async (headers: Record<string, string>): Promise<unknown> =>
          (await cache.get(path, headers)).headers["content-language"];
        const english = { ...GERMAN, cookie: "spendcube_language=en" };
        for (const each of [1, 2, 3]) {
          assert.equal(await read(GERMAN), "de", `${path} ${each}`);
          assert.equal(await read(english), "en", `${path} ${each}`);
          assert.equal(await read({ ...GERMAN, "accept-language": "en" }), "en", `${path} ${each}`);
        }
      }
    } finally {
      await loading.stop();
    }
  });

  it("gives a picture of a version to all who choose their language alike, without asking", async () => {
    const loading = await startPlaces();
    try {
      const cache = new SharedCache(loading.url);
      for (const _ of [1, 2, 3]) await cache.get(`/place@1/${PICTURE}`, GERMAN);
      assert.equal(cache.given, 2);
    } finally {
      await loading.stop();
    }
  });

  it("keeps what a reply varies by when it hears that it is still right", async () => {
    const { headers } = await open("/town", { "accept-language": "de" });
    const again = await open("/town", { "accept-language": "de", "if-none-match": headers["etag"]! });
    assert.equal(again.status, 304);
    for (const name of ["vary", "content-language", "cache-control", "etag"])
      assert.equal(again.headers[name], headers[name], name);
  });
});

describe("the menu of languages", () => {
  it("and links for search engines lead to the page in each", async () => {
    const { text } = await open("/town");
    assert.match(text, /<link rel="alternate" hreflang="de" href="[^"]*\/town\?lang=de" \/>/);
    assert.match(text, /<link rel="alternate" hreflang="x-default" href="[^"]*\/town" \/>/);
    assert.match(text, /<form[^>]*method="post"[^>]*action="\/settings\/language"[^]*?value="de"[^]*?Deutsch/);
  });

  it("keeps a language, and shows the page again", async () => {
    const choose = (body: string, headers = {}): Promise<Response> =>
      request(`${server.url}/settings/language`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", ...headers },
        body,
      });
    const chosen = await choose("lang=de&next=/town", { referer: `${server.url}/town?year=2009&lang=en` });
    assert.deepEqual([chosen.status, chosen.headers["location"]], [303, `${server.url}/town?year=2009&lang=de`]);
    assert.match(String(chosen.headers["set-cookie"]), /spendcube_language=de; Max-Age=\d+; Path=\//);
    const hidden = await choose("lang=de&next=/town", { referer: "https://elsewhere.example/town" });
    assert.equal(hidden.headers["location"], `${server.url}/town`);
    const unknown = await choose("lang=zu&next=//elsewhere.example");
    assert.deepEqual([unknown.headers["location"], unknown.headers["set-cookie"]], [`${server.url}/`, undefined]);
  });
});

describe("the texts of the data", () => {
  it("are in the language of pages and pictures, however it was chosen, and in JSON and frames in that of the address", async () => {
    const loading = await startPlaces();
    try {
      const read = async (path: string, headers: Record<string, string>): Promise<string> =>
        (await request(loading.url + path, { headers: { accept: "text/html", ...headers } })).text;
      for (const headers of [{ "accept-language": "de-AT" }, { ...COOKIE, "accept-language": "en" }]) {
        assert.match(await read("/place", headers), /<h1[^>]*>Stadt</);
        assert.match(await read("/place/kind", headers), /Straßen/);
        assert.match(await read("/place/explore.svg?drilldown=kind&chart=bars", headers), /Straßen/);
        assert.match(await read("/place/embed?drilldown=kind", headers), /Roads/);
        assert.match(await read("/place.json", headers), /"label":\s*"Town"/);
        assert.match(await read("/api/2/aggregate?dataset=place&drilldown=kind", headers), /Roads/);
      }
      assert.match(await read("/place", { "accept-language": "en" }), /<h1[^>]*>Town</);
      assert.match(await read("/place?lang=en", { "accept-language": "de" }), /<h1[^>]*>Town</);
    } finally {
      await loading.stop();
    }
  });
});
