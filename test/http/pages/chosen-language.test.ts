import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { offerWords } from "#src/web/words/languages.js";
import { sampleDatasets } from "../../browser/sample.js";
import { contextOf } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { bracketWords } from "./bracketed-words.js";

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
    assert.doesNotMatch(await varyOf("/town?lang=de", COOKIE), /Language|Cookie/);
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
