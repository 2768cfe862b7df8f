import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { request } from "../client.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const MODEL = {
  dataset: { name: "town", label: 'Town "of" <b>', description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", description: "", column: "year", datatype: "date" },
    to: { type: "attribute", label: "To", description: "", column: "to", datatype: "string", key: true },
  },
};

let server: LoadingServer;

async function load(name: string, last: string): Promise<void> {
  const rows = ["amount,year,to", "1,2009-01-01,a", "2,2009-01-01,b", `3,2010-01-01,${last}`, ""];
  const csv_file = server.files.put(`/${name}.csv`, rows.join("\n"));
  const metadata = server.files.put(`/${name}.json`, { ...MODEL, dataset: { ...MODEL.dataset, name } });
  await server.loaded("ada", { csv_file, metadata });
}

before(async () => {
  server = await startLoading();
  await load("town", "c");
  await load("town", "d");
  await load("secret", "c");
  await server.context.catalog.setPrivate("secret", true);
});

after(() => server.stop());

const open = async (path: string): Promise<string> =>
  (await request(server.url + path, { headers: { Accept: "text/html" } })).text;

const embed = (url: string, more = ""): ReturnType<LoadingServer["ask"]> =>
  server.ask(null, "GET", `/oembed?url=${encodeURIComponent(url)}${more}`);

function readAttribute(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

describe("oEmbed", () => {
  it("is found from every page with a chart, and frames the chart of that page", async () => {
    for (const path of [
      "/town",
      "/town?year=2009",
      "/town@1",
      "/town/explore?drilldown=to&cut=year:2009&chart=bars",
      "/town/embed?drilldown=time.year&chart=line",
    ]) {
      const link = /<link[^>]*application\/json\+oembed[^>]*href="([^"]*)"/.exec(await open(path));
      assert.ok(link, path);
      const address = readAttribute(link[1]!);
      assert.ok(address.startsWith(`${server.url}/oembed?url=`), address);
      const { status, json } = await server.ask(null, "GET", address.slice(server.url.length));
      assert.equal(status, 200, path);
      const { version, type, provider_url, html, title, width, height } = json;
      assert.deepEqual([version, type, provider_url, width, height], ["1.0", "rich", `${server.url}/`, 800, 640]);
      const [, src, name] =
        /^<iframe src="([^"]*)" width="800" height="640" title="([^"]*)" loading="lazy" style="border: 0"><\/iframe>$/.exec(
          html,
        ) ?? assert.fail(html);
      assert.equal(readAttribute(name!), title);
      const frame = await request(readAttribute(src!), { headers: { Accept: "text/html" } });
      assert.match(frame.headers["content-security-policy"]!, /frame-ancestors \*/);
      assert.ok(frame.text.includes(`<h1 dir="auto">${name}</h1>`), `${path}: ${title}`);
    }
  });

  it("names what the page shows: the year, the split and the version", async () => {
    const titles = ["/town?year=2009", "/town/explore?drilldown=to&cut=year:2010", "/town@1/explore?drilldown=to"].map(
      async (path) => (await embed(server.url + path)).json,
    );
    const [year, cut, version] = await Promise.all(titles);
    assert.equal(year.title, 'Town "of" <b> by To, 2009');
    assert.equal(cut.title, 'Town "of" <b> by To, 2010');
    assert.match(version.html, /\/town@1\/embed\?drilldown=to"/);
  });

  it("keeps to the size that is asked for", async () => {
    const { json } = await embed("/town", "&maxwidth=320&maxheight=5000");
    assert.deepEqual([json.width, json.height], [320, 640]);
    const wrong = await embed("/town", "&maxwidth=wide&maxheight=0");
    assert.equal(wrong.status, 400);
    assert.deepEqual(wrong.json.errors, [
      'maxwidth: "wide" is not a number of pixels above 0',
      'maxheight: "0" is not a number of pixels above 0',
    ]);
  });

  it("passes colours on to the frame: those of the call, else those of the address", async () => {
    const frameOf = async (url: string, more = ""): Promise<string> =>
      readAttribute(/src="([^"]*)"/.exec((await embed(url, more)).json.html)![1]!);
    for (const [url, more, theme] of [
      ["/town", "&theme=dark", "dark"],
      ["/town/embed?drilldown=to&theme=light", "", "light"],
      ["/town/embed?drilldown=to&theme=light", "&theme=dark", "dark"],
      ["/town/embed?drilldown=to&theme=light", "&theme=auto", null],
      ["/town?theme=purple", "", null],
      ["/town", "", null],
    ] as const) {
      const address = await frameOf(url, more);
      assert.equal(new URL(address).searchParams.get("theme"), theme, url + more);
      const frame = await request(address, { headers: { Accept: "text/html" } });
      assert.equal(/data-theme="(\w+)"/.exec(frame.text)?.[1] ?? null, theme);
    }
    const link = /oembed[^>]*href="([^"]*)"/.exec(await open("/town/embed?drilldown=to&theme=dark"))!;
    assert.match(decodeURIComponent(readAttribute(link[1]!)), /drilldown=to&theme=dark$/);
    const wrong = await embed("/town", "&theme=purple");
    assert.equal(wrong.status, 400);
    assert.match(wrong.json.errors[0], /^theme: /);
  });

  it("finds nothing on other servers, on other pages, and of what does not exist", async () => {
    const port = new URL(server.url).port;
    for (const url of [
      "https://elsewhere.example/town",
      `http://127.0.0.1:${port}1/town`,
      `${server.url}/town/to`,
      `${server.url}/nowhere`,
      `${server.url}/town@9`,
      `${server.url}/town/explore?drilldown=nothing`,
      `${server.url}/%ff`,
      "town",
    ]) {
      assert.equal((await embed(url)).status, 404, url);
    }
    assert.equal((await server.ask(null, "GET", "/oembed")).status, 400);
  });

  it("answers for private datasets as for missing ones, also to their managers", async () => {
    const sentence = (name: string): string => `There is no public dataset at "${server.url}/${name}"`;
    for (const user of [null, "ada"]) {
      for (const name of ["secret", "missing"]) {
        const { status, json } = await server.ask(user, "GET", `/oembed?url=${server.url}/${name}`);
        assert.deepEqual([status, json.errors], [404, [sentence(name)]]);
      }
    }
    const { text } = await server.ask("ada", "GET", "/secret/explore", { headers: { Accept: "text/html" } });
    assert.doesNotMatch(text, /oembed/);
  });

  it("answers no other format than JSON", async () => {
    assert.equal((await embed("/town", "&format=xml")).status, 501);
    assert.equal((await embed("/town", "&format=json")).status, 200);
  });
});
