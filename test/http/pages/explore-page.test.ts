import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { sampleDatasets } from "../../browser/sample.js";
import { contextOf } from "../../fixtures.js";
import { ENGLISH } from "#src/web/words/english.js";
import { offerWords } from "#src/web/words/languages.js";
import { request } from "../client.js";
import { readText } from "./markup.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(() => server.stop());

async function open(path: string): Promise<string> {
  const { status, text } = await request(server.url + path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text.slice(0, 300));
  return text;
}

describe("the frame for another page", () => {
  for (const path of ["/town/explore?drilldown=region|cofog1&chart=bars", "/hostile/explore?drilldown=region"]) {
    it(`of ${path} is exactly one element, for any label of the dataset`, async () => {
      const [, written] = /<textarea[^>]*>([^]*?)<\/textarea>/.exec(await open(path))!;
      const frame = readText(written!);
      const [, address] =
        /^<iframe src="([^"<>]*)" width="100%" height="640" title="[^"<>]*" loading="lazy" style="border: 0"><\/iframe>$/.exec(
          frame,
        ) ?? assert.fail(frame);
      const { status } = await request(readText(address!));
      assert.equal(status, 200);
    });
  }
});

describe("a chart of lines", () => {
  it("has a legend wherever it is shown", async () => {
    const query = "drilldown=cofog1&chart=line";
    for (const path of [`/town/explore?${query}`, `/town/embed?${query}`, `/town/explore.svg?${query}`]) {
      const text = await open(path);
      for (let at = 0; at < 5; at++) assert.match(text, new RegExp(`>Function number ${at}</text`), path);
    }
  });
});

describe("a picture", () => {
  it("may load nothing and run nothing, whatever is written in it", async () => {
    const page = (await request(`${server.url}/town`)).text;
    const icon = /\/static\/icon[^"]*\.svg/.exec(page)![0];
    for (const path of ["/town/explore.svg?drilldown=region", icon]) {
      const { status, headers } = await request(server.url + path);
      const policy = headers["content-security-policy"];
      assert.deepEqual([status, policy], [200, "default-src 'none'; style-src 'unsafe-inline'"], path);
    }
  });
});

describe("a picture, whose numbers are written in the reader's language", () => {
  let withdraw: () => void;
  before(() => void (withdraw = offerWords("de", ENGLISH)));
  after(() => withdraw());

  for (const form of ["svg", "png"]) {
    it(`as ${form} is another one for readers of another language, in caches, too`, async () => {
      const ask = (language: string, etag?: string): ReturnType<typeof request> => {
        const known = etag === undefined ? {} : { "If-None-Match": etag };
        const headers = { "Accept-Language": language, ...known };
        return request(`${server.url}/town/explore.${form}?drilldown=region&chart=bars`, { headers });
      };
      const english = await ask("en");
      assert.match(String(english.headers["vary"]), /Accept-Language/);
      const german = await ask("de", english.headers["etag"]);
      assert.equal(german.status, 200);
      assert.notDeepEqual(german.body, english.body);
      assert.deepEqual((await ask("en")).body, english.body);
    });
  }
});

describe("ranges and exclusions in the explorer", () => {
  it("have labels, can be removed, and link to the entries that they select", async () => {
    const query = `drilldown=region&cut=${encodeURIComponent("cofog1:1|year:[2000 TO *]|!region:North")}`;
    const text = await open(`/town/explore?${query}`);
    assert.match(text, /<bdi>Remove filter: from 2000</);
    assert.match(text, /<bdi>Remove filter: region: not North</i);
    const addresses = Array.from(text.matchAll(/href="([^"]*)"/g), ([, href]) => readText(href!));
    const without = "cofog1:1|!region:North";
    assert.ok(addresses.some((each) => new URL(each, server.url).searchParams.get("cut") === without));
    const entries = addresses.find((each) => each.includes("/entries?"))!;
    const call = (path: string): Promise<{ text: string }> => request(server.url + path);
    const { summary } = JSON.parse((await call(`/api/2/aggregate?dataset=town&${query}`)).text);
    const found = JSON.parse((await call(`/api/2/search?dataset=town&${entries.split("?")[1]}`)).text);
    assert.ok(summary.num_entries > 0);
    assert.equal(found.stats.results_count_query, summary.num_entries);
  });
});
