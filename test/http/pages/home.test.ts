import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loadBudget } from "../aggregate/budget-town.js";
import { newDataset } from "../publishing/loading-rows.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { assertWellFormed, readText } from "./markup.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

const HTML = { headers: { accept: "text/html" } };
const open = async (user: string | null, path: string): Promise<string> =>
  (await server.ask(user, "GET", path, HTML)).text;
const cardsOf = (page: string): readonly string[] => page.match(/<article>[^]*?<\/article>/g) ?? [];

describe("the home page", () => {
  it("says how to publish where there is no data", async () => {
    const page = await open(null, "/");
    assert.match(page, /No data is published here yet/);
    assert.match(page, /Publish your own/);
    assertWellFormed(page);
  });

  it("shows the newest amount of datasets and what they consist of", async () => {
    const budget = await loadBudget(server, { direction: { role: "geography" }, phase: { default: "approved" } });
    const page = await open(null, "/");
    const [card] = cardsOf(page);
    assert.match(readText(card!), /€250 in 2012, up 26\.3% on 2011/);
    // Roads and Schools.
    assert.equal(card!.match(/<rect/g)!.length, 2);
    assert.match(page, new RegExp(`<section class="featured"[^]*${budget.name}[^]*class="chart treemap wide"`));
    assertWellFormed(page);
  });

  it("has figures of the version that is there", async () => {
    const { metadata, csv_file, name } = newDataset(server, { label: "Changing" });
    await server.loaded("ada", { metadata, csv_file });
    const cardOf = async (): Promise<string> =>
      readText(cardsOf(await open(null, "/")).find((each) => each.includes(`/${name}"`))!);
    assert.match(await cardOf(), /€3\.50/);
    server.files.put(
      `/${name}.csv`,
      "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n9.25,,2009,,a,North,,1,Police,,\n",
    );
    await server.loaded("ada", { metadata, csv_file });
    const newer = await cardOf();
    assert.match(newer, /€\d/);
    assert.doesNotMatch(newer, /€3\.50/);
  });

  it("features the dataset of several years with the newest whole one, whichever was loaded last", async () => {
    const featured = async (): Promise<string | undefined> =>
      /<section class="featured"[^]*?<a href="\/([^"?]*)/.exec(await open(null, "/"))?.[1];
    const load = async (label: string, dates: readonly string[]): Promise<string> => {
      const { metadata, csv_file, name } = newDataset(server, { label });
      const rows = dates.flatMap((date) =>
        ["North", "South"].map((region, at) => `9,,${date},,${date}${at},${region},,${at},Office ${at},,`),
      );
      server.files.put(
        `/${name}.csv`,
        ["paid,planned,date,until,invoice,region,rate,code,function,color,weight", ...rows, ""].join("\n"),
      );
      await server.loaded("ada", { metadata, csv_file });
      return name;
    };
    const newest = await load("Newest", ["2016", "2017", "2018"]);
    assert.equal(await featured(), newest);
    await load("Of fewer years", ["2017", "2018"]);
    await load("Older", ["2009", "2010", "2011", "2012", "2013"]);
    assert.equal(await featured(), newest);
  });

  it("shows a call with the answer that it gives", async () => {
    const page = await open(null, "/");
    const [, path, answer] = /<code>curl 'https?:\/\/[^/]+(\/[^']*)'<\/code>[^]*?<pre[^>]*>([^<]*)<\/pre>/.exec(
      page.replaceAll("&#39;", "'"),
    )!;
    const reply = await server.ask(null, "GET", readText(path!));
    assert.equal(reply.status, 200);
    assert.equal(readText(answer!), reply.text.trimEnd());
  });

  it("shows six of many datasets", async () => {
    for (let at = 0; at < 7; at++) {
      const { metadata, csv_file } = newDataset(server);
      await server.loaded("ada", { metadata, csv_file });
    }
    const page = await open(null, "/");
    assert.equal(cardsOf(page).length, 6);
    assert.match(page, /All \d+ datasets/);
  });
});

describe("a private dataset", () => {
  it("says so on all of its pages, and to nobody else that it exists", async () => {
    const { metadata, csv_file, name } = newDataset(server, { label: "Hush" });
    await server.loaded("ada", { metadata, csv_file, private: "true" });
    for (const path of ["", "/dimensions", "/region", "/region/North", "/entries", "/explore"]) {
      assert.match(await open("ada", `/${name}${path}`), /class="band">\s*<b>Private dataset\./, path);
    }
    assert.doesNotMatch(await open("ada", `/${(await loadBudget(server)).name}`), /Private dataset/);
    for (const path of ["/", "/datasets"]) {
      assert.doesNotMatch(await open(null, path), /Hush/, path);
      assert.match(await open("ada", path), /Hush/, path);
    }
  });
});

describe("the title of a window", () => {
  it("says what is shown, and so does the preview of a link", async () => {
    const budget = await loadBudget(server, { direction: { role: "geography" }, phase: { default: "approved" } });
    const titleOf = (page: string): string => readText(/<title>([^]*?)<\/title>/.exec(page)![1]!);
    for (const [path, title] of [
      ["", "By Area, 2012 – Town budget"],
      ["?year=2010", "By Area, 2010 – Town budget"],
      ["?year=all", "By Area, all years – Town budget"],
      ["/place?year=2011", "Town budget by Place, Phase: approved, 2011"],
      ["/place/South?year=2010", "South, 2010 – Town budget"],
    ] as const) {
      const page = await budget.open(path);
      assert.equal(titleOf(page), `${title} – spendcube`, path);
      assert.ok(page.includes(`<meta property="og:title" content="${title}" />`), path);
    }
    const page = await budget.open("/place/South?year=2010");
    assert.match(page, /<meta property="og:description" content="South \(Place\): €18 in 2010\. Town budget\." \/>/);
  });
});
