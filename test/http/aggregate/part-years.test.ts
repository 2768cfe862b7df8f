import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { newDataset } from "../publishing/loading-rows.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "../pages/markup.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

/** Load payments of some months, each of as many euros as the month's number, and return its pages. */
async function load(months: readonly string[], metadata: object = {}): Promise<(path: string) => Promise<string>> {
  const { name, metadata: model, csv_file } = newDataset(server);
  server.files.put(`/${name}.json`, {
    dataset: { name, label: "Payments", description: "Made up.", currency: "EUR", ...metadata },
    mapping: {
      amount: { type: "measure", label: "Amount", column: "paid", datatype: "float" },
      time: { type: "date", label: "Date", column: "date", datatype: "date" },
      line: { type: "attribute", column: "line", datatype: "string", key: true },
      payee: { type: "attribute", label: "Payee", column: "payee", datatype: "string", facet: true },
    },
  });
  const rows = months.map((month, at) => `${Number(month.slice(5))},${month}-15,${at},${at % 2 ? "Ada" : "Bob"}`);
  server.files.put(`/${name}.csv`, `paid,date,line,payee\n${rows.join("\n")}\n`);
  await server.loaded("ada", { metadata: model, csv_file });
  return async (path) => (await server.ask(null, "GET", `/${name}${path}`, { headers: { accept: "text/html" } })).text;
}

const year = (year: number, first = 1, last = 12): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => `${year}-${String(first + at).padStart(2, "0")}`);

const textOf = (page: string, pattern: RegExp): string =>
  readText(pattern.exec(page)?.[1] ?? assert.fail(`no ${pattern}`))
    .replaceAll(/\s+/g, " ")
    .replaceAll(" ,", ",")
    .trim();
const headOf = (page: string): string => textOf(page, /<p class="headline">([^]*?)<\/p>/);

describe("the year that heads a page", () => {
  it("is the newest whole one, and a part of a year is called so", async () => {
    const open = await load([...year(2018), ...year(2019), ...year(2020, 1, 3)]);
    assert.equal(headOf(await open("")), "€78 in 2019, as much as in 2018");
    assert.equal(headOf(await open("?year=2020")), "€6 in 2020 (January to March)");
    assert.match(
      textOf(await open(""), /(<table[^]*?Totals by year[^]*?<\/table>)/),
      /2019 78 0\.0% 12 2020 \(January to March\) 6 – 3/,
    );
  });

  it("is a part, called so, if there is nothing else", async () => {
    const open = await load(["2014-12"]);
    assert.equal(headOf(await open("")), "€12 in 2014 (December only)");
  });

  it("is the default one, whole or not", async () => {
    const open = await load([...year(2018), ...year(2019, 1, 5)], { default_time: "2019" });
    assert.equal(headOf(await open("")), "€15 in 2019 (January to May)");
  });

  it("is another one if the requested year has no entries, and the page says so", async () => {
    const open = await load([...year(2018), ...year(2019)]);
    const said = textOf(await open("?year=1999"), /<p class="band">([^]*?)<\/p>/);
    assert.equal(said, "There are no entries in 1999. This page shows 2019.");
    assert.doesNotMatch(await open("?year=2018"), /class="band"/);
    assert.match(await open("/payee?year=1999"), /no entries in <bdi>1999/);
    assert.match(await open("/payee/Ada?year=%3Cb%3E"), /no entries in <bdi>&lt;b&gt;/);
  });

  it("stays in links to members, unless it is the usual one", async () => {
    const open = await load([...year(2018), ...year(2019)]);
    const linked = (page: string): readonly string[] => [
      ...new Set([...page.matchAll(/href="([^"]*\/payee\/Ada[^"]*)"/g)].map(([, href]) => href!.replace(/^.*Ada/, ""))),
    ];
    assert.deepEqual(linked(await open("")), [""]);
    assert.deepEqual(linked(await open("?year=2018")), ["?year=2018"]);
    assert.deepEqual(linked(await open("?year=all")), ["?year=all"]);
    assert.deepEqual(linked(await open("/payee?year=2018")), ["?year=2018"]);
  });
});

describe("the year of suggestions", () => {
  const suggested = async (of: string, words: string): Promise<unknown> => {
    const { json } = await server.ask(null, "GET", `/api/2/suggest?q=${words}`);
    return json[of].find(({ html_url }: { html_url: string }) => html_url.includes("/parted"))?.newest;
  };

  it("is the one that heads the page: the newest whole one, of datasets and members", async () => {
    await load([...year(2018), ...year(2019), ...year(2020, 1, 3)], { name: "parted", label: "Half payments" });
    assert.deepEqual(await suggested("datasets", "half"), { amount: 78, currency: "EUR", year: "2019" });
    assert.deepEqual(await suggested("payees", "bob"), { amount: 36, currency: "EUR", year: "2019" });
  });

  it("is a part if there is nothing else", async () => {
    await load(["2014-12"], { name: "parted-once", label: "Quarter payments" });
    assert.deepEqual(await suggested("datasets", "quarter"), { amount: 12, currency: "EUR", year: "2014" });
  });
});

describe("the explorer of a dataset with a part of a year", () => {
  const NOTE = "Not a whole year: 2020 (January to March).";

  it("says so wherever years stand beside each other, also in the picture", async () => {
    const open = await load([...year(2018), ...year(2019), ...year(2020, 1, 3)]);
    for (const query of [
      "drilldown=year",
      "drilldown=year|payee",
      "drilldown=payee|year&chart=pivot",
      "drilldown=payee",
    ]) {
      assert.ok(readText(await open(`/explore?${query}`)).includes(NOTE), query);
    }
    assert.ok(
      readText(await open("/explore.svg?drilldown=year|payee"))
        .replaceAll(/\s+/g, " ")
        .includes("Not a whole"),
    );
    assert.ok(!(await open("/explore?drilldown=payee&chart=bars")).includes("Not a whole"));
    assert.ok(!(await open("/explore?drilldown=year&cut=time.year:[2018 TO 2019]")).includes("Not a whole"));
  });

  it("calls the total of the part so", async () => {
    const open = await load([...year(2019), ...year(2020, 1, 3)]);
    assert.match(readText(await open("/explore?drilldown=payee&cut=year:2020")), /Amount, 2020 \(January to March\)/);
  });
});

describe("the list of all days", () => {
  it("is of all years, the newest first", async () => {
    const open = await load([...year(2018), ...year(2019)]);
    const page = await open("/time");
    assert.match(readText(page), /24 members\s/);
    const days = [...page.matchAll(/<th scope="row"[^>]*>\s*<a[^>]*><bdi>([^<]*)/g)].map(([, day]) => day);
    assert.equal(days.length, 24);
    assert.match(days[0]!, /2019/);
    assert.match(days.at(-1)!, /2018/);
    assert.match(readText(await open("/time?year=2018")), /24 members, of which 12 have entries in 2018/);
  });
});

describe("the head of a member", () => {
  it("counts the entries of its year", async () => {
    const open = await load([...year(2018), ...year(2019)]);
    assert.match(readText(await open("/payee/Ada")).replaceAll(/\s+/g, " "), / · 6 entries in 2019/);
    assert.match(readText(await open("/payee/Ada?year=all")).replaceAll(/\s+/g, " "), / · 12 entries /);
  });
});

describe("a dataset with gaps in its months, as councils publish them", () => {
  const JULY = [...year(2019, 4, 6), ...year(2019, 8, 12)];
  const MONTHS = [...year(2017, 1, 3), ...JULY, ...year(2022, 1, 7)];
  const named = ["2017 (January to March)", "2019 (April to December without July)", "2022 (January to July)"];

  it("says in the call which months each year has, also of a member", async () => {
    const open = await load(MONTHS.flatMap((each) => [each, each]));
    const read = async (path: string) => JSON.parse(await open(path)).years;
    const months = [
      { year: "2017", months: [1, 2, 3] },
      { year: "2019", months: [4, 5, 6, 8, 9, 10, 11, 12] },
      { year: "2022", months: [1, 2, 3, 4, 5, 6, 7] },
    ];
    assert.deepEqual(await read(".json"), months);
    assert.deepEqual(await read("/payee/Ada.json"), months);
  });

  it("names the months wherever a year stands, hatches the years, and draws no line to them", async () => {
    const open = await load(MONTHS.flatMap((each) => [each, each]));
    for (const path of ["", "/payee/Ada"]) {
      const page = await open(path);
      const [, years] = /id="years">([^]*?)<\/section>/.exec(page)!;
      for (const name of named) {
        assert.ok(readText(years!).includes(name), name);
      }
      assert.equal(years!.match(/class="hatch"/g)?.length, named.length);
      assert.deepEqual(linesOf(years!), [], "no two points are joined");
      assert.doesNotMatch(readText(years!), /%/, "no change");
      assert.equal(headOf(page).replace(/^\S+ /, ""), "in 2022 (January to July)");
    }
  });

  it("draws lines between whole years only", async () => {
    const open = await load([...year(2017), ...year(2018), ...JULY, ...year(2020), ...year(2021), ...year(2022, 1, 7)]);
    const page = await open("");
    const [spark] = /<svg class="spark"[^]*?<\/svg>/.exec(page)!;
    assert.equal(linesOf(spark).length, 2, "2017 to 2018, and 2020 to 2021");
    assert.equal(spark.match(/class="part"[^>]*fill="none"/g)?.length, 2, "rings for 2019 and 2022");
    assert.match(headOf(page), /^€78 in 2021/);
    const picture = await open("/explore.svg?drilldown=year&chart=line");
    assert.equal(linesOf(picture).length, 2);
  });
});

/** List the joined points of the widest chart of lines in some markup. */
function linesOf(markup: string): readonly string[] {
  const [, chart] = /<svg[^>]*class="chart line wide"[^>]*>([^]*?)<\/svg>/.exec(markup) ?? [];
  const paths = [...(chart ?? markup).matchAll(/<path\s+d="([^"]*)"/g)].flatMap(([, d]) => d!.split("M").slice(1));
  return paths.filter((each) => each.includes("L"));
}
