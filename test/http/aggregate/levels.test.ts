import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { newDataset } from "../publishing/loading-rows.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "../pages/markup.js";
import { readTables } from "../pages/shown-tables.js";

const ROWS = `paid,date,line,division,group,item,place
10,2010,1,07,07.1,07.1.1,North
20,2010,2,07,07.1,07.1.2,South
30,2010,3,07,07.2,07.2.1,North
40,2010,4,09,09.1,09.1.1,South
50,2011,5,09,09.1,09.1.1,North
60,2011,6,07,07.2,07.2.1,North
`;
const LABELS: Readonly<Record<string, string>> = { "07": "Health", "07.1": "Medicine", "07.2": "Hospitals" };

let server: LoadingServer;
let name: string;
before(async () => {
  server = await startLoading();
  name = await load();
});
after(() => server.stop());

/** Load a dataset with three levels: divisions with labels, groups and items. */
async function load(views: readonly object[] = []): Promise<string> {
  const { name: dataset, metadata, csv_file } = newDataset(server);
  const text = (column: string, more: object = {}): object => ({
    type: "attribute",
    column,
    datatype: "string",
    ...more,
  });
  const rows = ROWS.trim().split("\n");
  server.files.put(`/${dataset}.json`, {
    dataset: { name: dataset, label: "Town", description: "Made up.", currency: "EUR", default_time: "2010" },
    mapping: {
      amount: { type: "measure", label: "Amount", column: "paid", datatype: "float" },
      time: { type: "date", label: "Date", column: "date", datatype: "date" },
      line: text("line", { key: true }),
      item: text("item", { facet: true }),
      group: text("group", { label: "Group" }),
      place: text("place", { label: "Place", facet: true }),
      division: {
        type: "compound",
        label: "Division",
        attributes: {
          name: { column: "division", datatype: "string" },
          label: { column: "title", datatype: "string" },
        },
      },
    },
    views,
    hierarchies: { kinds: { label: "What for", levels: ["division", "group", "item"] } },
  });
  const titled = rows.map((row, at) => `${row},${at === 0 ? "title" : (LABELS[row.split(",")[3]!] ?? "Schools")}`);
  server.files.put(`/${dataset}.csv`, `${titled.join("\n")}\n`);
  await server.loaded("ada", { metadata, csv_file });
  return dataset;
}

async function open(path: string): Promise<string> {
  const { status, text } = await server.ask(null, "GET", path, { headers: { accept: "text/html" } });
  assert.equal(status, 200, text.slice(0, 300));
  return text;
}

/** Follow the first link with a text after a place in a page. */
function follow(page: string, text: string, from = "<main"): string {
  const links = [...page.slice(page.indexOf(from)).matchAll(/<a\s+href="([^"]*)"[^>]*>([^]*?)<\/a\s*>/g)];
  const found = links.find(([, , label]) => readText(label!).trim().startsWith(text)) ?? assert.fail(`no link ${text}`);
  const { pathname, search } = new URL(readText(found[1]!), "http://town");
  return pathname + search;
}

/** The members and amounts of the split of a page. */
function splitOf(page: string): readonly string[] {
  const part = page.includes('id="split"') ? page.slice(page.indexOf('id="split"')) : page;
  const { rows, total } = readTables(part)[0]!;
  return [...rows, total].map((cells) => cells.slice(0, 2).join(" "));
}

function trailOf(page: string): readonly string[] {
  const [trail] = /<nav class="crumbs" aria-label="Levels">[^]*?<\/nav>/.exec(page) ?? [""];
  return (trail!.match(/<li>[^]*?<\/li>/g) ?? []).map((item) => readText(item).trim());
}

const SPLIT = 'id="split"';

describe("a click on a part", () => {
  it("opens it one level further down, for the same year, whatever page it is on", async () => {
    const parts = ["07.1 30", "07.2 30", "Total 60"];
    for (const path of [
      `/${name}?year=2010`,
      `/${name}/division?year=2010`,
      `/${name}/explore?drilldown=division&cut=year:2010`,
      `/${name}/explore?drilldown=division&cut=year:2010&chart=bars`,
    ]) {
      const page = await open(path);
      for (const place of ["<svg", '<th scope="row"']) {
        assert.deepEqual(splitOf(await open(follow(page, "Health", place))), parts, `${path} ${place}`);
      }
    }
  });
});

describe("a page of a dataset with a hierarchy", () => {
  it("begins with its first level", async () => {
    const page = await open(`/${name}`);
    assert.deepEqual(splitOf(page), ["Health 60", "Schools 40", "Total 100"]);
    assert.deepEqual(trailOf(page), []);
  });

  it("opens level by level in place, in charts and tables, for the same year", async () => {
    const first = await open(`/${name}?year=2010`);
    const tile = follow(first, "Health", "<svg");
    assert.equal(tile, follow(first, "Health", '<th scope="row"'));
    const second = await open(tile);
    assert.deepEqual(splitOf(second), ["07.1 30", "07.2 30", "Total 60"]);
    assert.deepEqual(trailOf(second), ["All", "Health"]);
    assert.match(second, /<h2 id="split" dir="auto">[^<]*Health[^<]*, 2010<\/h2>/);
    const third = await open(follow(second, "07.1", SPLIT));
    assert.deepEqual(splitOf(third), ["07.1.2 20", "07.1.1 10", "Total 30"]);
    assert.deepEqual(trailOf(third), ["All", "Health", "07.1"]);
    assert.equal(follow(third, "07.1.2", '<th scope="row"'), `/${name}/item/07.1.2`);
  });

  it("leads back up, to the member's page and to other years", async () => {
    const third = await open(`/${name}?year=2010&cut=division:07|group:07.2`);
    const trail = 'aria-label="Levels"';
    assert.equal(follow(third, "Health", trail), `/${name}?year=2010&cut=division%3A07`);
    assert.equal(follow(third, "All", trail), `/${name}?year=2010`);
    assert.equal(follow(third, "07.2", trail), `/${name}/group/07.2?year=2010`);
    assert.deepEqual(splitOf(await open(follow(third, "2011", SPLIT))), ["07.2.1 60", "Total 60"]);
  });

  it("opens the first level of a view", async () => {
    const viewed = await load([
      {
        name: "default",
        label: "By division",
        entity: "dataset",
        dimension: "dataset",
        drilldown: "division",
        cuts: {},
      },
    ]);
    const page = await open(follow(await open(`/${viewed}`), "Health", SPLIT));
    assert.deepEqual(splitOf(page), ["07.1 30", "07.2 30", "Total 60"]);
    assert.match(page, /<h2 id="split" dir="auto">[^<]*Health[^<]* by [^<]*Group/);
  });

  it("has data with the same cuts", async () => {
    const page = await open(`/${name}?year=2010&cut=division:07`);
    const [, url] = /href="[^"]*(\/api\/2\/aggregate\?[^"]*drilldown=group[^"]*)"/.exec(
      page.slice(page.indexOf("for programs")),
    )!;
    const { summary } = (await server.ask(null, "GET", readText(url!))).json;
    assert.equal(summary.amount, 60);
  });
});

describe("the page of a member in a hierarchy", () => {
  it("is split by the level below", async () => {
    assert.deepEqual(splitOf(await open(`/${name}/division/07`)), ["07.1 30", "07.2 30", "Total 60"]);
    const opened = await open(follow(await open(`/${name}/division/07`), "07.1", SPLIT));
    assert.deepEqual(splitOf(opened), ["07.1.2 20", "07.1.1 10", "Total 30"]);
  });

  it("is below its parent", async () => {
    const page = await open(`/${name}/group/07.1`);
    assert.equal(follow(page, "Health", 'aria-label="Breadcrumbs"'), `/${name}/division/07`);
  });
});

describe("the explorer of a dataset with a hierarchy", () => {
  const explore = (query: string): string => `/${name}/explore?${query}`;

  it("goes from a level to the one below, and back", async () => {
    const first = await open(explore("drilldown=division&cut=time.year:2010"));
    const second = await open(follow(first, "Health", '<th scope="row"'));
    assert.deepEqual(splitOf(second), ["07.1 30", "07.2 30", "Total 60"]);
    const third = await open(follow(second, "07.2", '<th scope="row"'));
    assert.deepEqual(trailOf(third), ["All", "Health", "07.2"]);
    const { searchParams } = new URL(follow(third, "Health", 'aria-label="Levels"'), "http://town");
    assert.deepEqual([searchParams.get("drilldown"), searchParams.get("cut")], ["group", "time.year:2010|division:07"]);
    const after = follow(third, "07.2.1", '<th scope="row"');
    assert.match(after, /drilldown=place&/);
  });

  it("has no way where a level above is not cut to one member", async () => {
    for (const cut of ["", "&cut=division:07|division:09", "&cut=!division:07", "&cut=place:North"]) {
      assert.deepEqual(trailOf(await open(explore(`drilldown=group${cut}`))), [], cut);
    }
    assert.deepEqual(trailOf(await open(explore("drilldown=group&cut=division.label:Health"))), ["All", "Health"]);
  });

  it("suggests of a lower level only what is under the chosen member", async () => {
    const page = await open(explore("drilldown=place&cut=division.label:Health|place:North"));
    const within = (field: string): string | undefined =>
      new RegExp(`<option value="${field}"[^>]*data-within="([^"]*)"`).exec(page)?.[1];
    assert.deepEqual([within("group"), within("item")], ["division.label:Health", "division.label:Health"]);
    assert.deepEqual([within("division.label"), within("place")], [undefined, undefined]);
    const cut = encodeURIComponent(within("group")!);
    const { results } = (await server.ask(null, "GET", `/${name}/group.distinct.json?cut=${cut}`)).json;
    assert.deepEqual(
      results.map((each: { name: string }) => each.name),
      ["07.1", "07.2"],
    );
  });
});

describe("a click on a name in a table", () => {
  /** Follow every linked row of every split of a page, and return the pages that they open by the label of the row. */
  async function checkRows(path: string): Promise<Readonly<Record<string, string>>> {
    const page = await open(path);
    const targets: Record<string, string> = {};
    const tables = page.match(/<table class="figures">[^]*?<\/table>/g)!.join("");
    for (const [row] of tables.matchAll(/<tr\s*>(?:(?!<\/tr>)[^])*?<\/tr>/g)) {
      const [, href, label] = /<th scope="row"[^>]*>[^]*?<a\s+href="([^"]*)"[^>]*>([^]*?)<\/a\s*>/.exec(row) ?? [];
      if (href === undefined) continue;
      const [, amount] = /<td class="number">([^]*?)<\/td>/.exec(row)!;
      const { pathname, search } = new URL(readText(href), "http://town");
      targets[readText(label!).trim()] = decodeURIComponent(pathname + search).replace(`/${name}/`, "");
      const opened = await open(pathname + search);
      const isInPlace = search.includes("cut=") && path.startsWith(`${pathname}?year`);
      const [, heading] = /(?:<strong>|<dd>|<\/bdi>)\s*(?:<bdi>)?(€[^<]*)/.exec(opened.slice(opened.indexOf("<main")))!;
      const total = isInPlace ? splitOf(opened).at(-1) : readText(heading!).trim().replace("€", "Total ");
      assert.equal(total, `Total ${readText(amount!).trim()}`, `${path}: ${pathname}${search}`);
    }
    assert.notDeepEqual(targets, {}, path);
    return targets;
  }

  it("opens a page that is headed by its amount, wherever it is", async () => {
    await checkRows(`/${name}/place?year=2010`);
    const { North } = await checkRows(`/${name}/division/07?year=2010`);
    assert.equal(North, "explore?drilldown=group&cut=division:07|time.year:2010|place:North");
    const all = follow(await open(`/${name}/group/07.2?year=all`), "07.2.1", SPLIT);
    assert.equal(all, `/${name}/item/07.2.1?year=all`);
    await checkRows(`/${name}/explore?drilldown=place&cut=division:07|year:2010`);
    await checkRows(`/${name}/explore?drilldown=place|division&cut=year:2010&chart=table`);
  });

  it("opens what a view with cuts shows", async () => {
    const viewed = await load([
      {
        name: "default",
        label: "Health by place",
        entity: "dataset",
        dimension: "dataset",
        drilldown: "place",
        cuts: { division: "07" },
      },
    ]);
    const { North } = await checkRows(`/${viewed}?year=2010`);
    assert.equal(North, `/${viewed}/explore?drilldown=group&cut=division:07|time.year:2010|place:North`);
  });

  it("splits a row of a crosstab further, across the same columns", async () => {
    const page = await open(`/${name}/explore?drilldown=division|year&chart=pivot`);
    const target = follow(page, "Health", '<th scope="row"');
    assert.equal(decodeURIComponent(target), `/${name}/explore?drilldown=group|year&cut=division:07&chart=pivot`);
    const below = await open(target);
    assert.deepEqual(
      readTables(below)[0]!.rows.map(([label]) => label),
      ["07.2", "07.1"],
    );
  });

  it("opens a part at the bottom of subtotals with all cuts above it", async () => {
    const page = await open(`/${name}/explore?drilldown=place|division&rollup=true&cut=year:2010`);
    const target = follow(page, "Health", 'class="tree');
    const { searchParams } = new URL(target, "http://town");
    assert.match(searchParams.get("cut")!, /^year:2010\|place:(?:North|South)\|division:07$/);
  });
});
