import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loadSeries, seriesMapping } from "../aggregate/series-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { readTables } from "./shown-tables.js";

let server: LoadingServer;

const TOWN = {
  amount: { type: "measure", label: "Amount", column: "n", datatype: "float" },
  time: { type: "date", label: "Year", column: "t", datatype: "date", precision: "year", key: true },
  region: {
    type: "compound",
    label: "Region",
    key: true,
    facet: true,
    taxonomy: "zone",
    attributes: { name: { column: "region" }, label: { column: "title" } },
  },
  what: { type: "attribute", label: "What", column: "what", key: true, facet: true },
};
const ROWS = `t,region,title,what,n
2009,N,North,roads,100.50
2009,S,South,roads,50
2009,X,Elsewhere,parks,10
2010,N,North,parks,200
2010,S,South,roads,30.25
`;
const DEFLATOR = "t,n\n2009,80\n2010,90\n";

before(async () => {
  server = await startLoading();
  await loadSeries(server, "town", { currency: "GBP", territories: ["GB"] }, TOWN, ROWS);
  const { taxonomy: _, ...region } = TOWN.region;
  await loadSeries(server, "far", { currency: "GBP", territories: ["FR"] }, { ...TOWN, region }, ROWS);
  const add = async (name: string, dataset: object, mapping: object, rows: string, settings = {}) =>
    loadSeries(server, name, { territories: ["GB"], ...dataset }, mapping, rows, { settings });
  await add("deflator", { series: { kind: "index" } }, seriesMapping(), DEFLATOR);
  const { amount, ...rest } = seriesMapping({ zone: "zone" }) as { amount: object };
  const people = { ...rest, amount: { ...amount, unit: "people" } };
  const zones = "t,zone,n\n2009,N,3\n2009,S,4\n2010,N,5\n2010,S,6\n";
  await add("people", { series: { kind: "stock" } }, { ...people, zone: { ...zoneOf(rest), additive: true } }, zones);
  await add("gdp", { currency: "GBP", series: { kind: "flow" } }, seriesMapping(), "t,n\n2009,1000\n2010,1100\n");
});
after(() => server.stop());

function zoneOf(mapping: object): object {
  return (mapping as { zone: object }).zone;
}

async function open(path: string, user: string | null = null): Promise<string> {
  const { text, status } = await server.ask(user, "GET", path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text);
  return text;
}

const switchesOf = (page: string): readonly (readonly [label: string, href: string])[] => {
  const [nav = ""] = /<nav class="chips" aria-label="Amounts">[^]*?<\/nav>/.exec(page) ?? [];
  return [...nav.matchAll(/<a href="([^"]*)"[^>]*>([^]*?)<\/a>/g)].map(([, href, label]) => [
    readText(label!),
    href!.replaceAll("&amp;", "&"),
  ]);
};
const rowsOf = (page: string, of: RegExp): readonly (readonly string[])[] =>
  readTables(page).find(({ caption }) => of.test(caption))!.rows;
const textOf = (page: string): string => readText(page).replaceAll(/\s+/g, " ");

const PAGES = ["/town", "/town/region", "/town/region/N", "/town/explore?drilldown=what", "/town/embed?drilldown=what"];

describe("the switches of a page", () => {
  for (const path of PAGES.slice(0, 4)) {
    it(`offer the series that fit: ${path}`, async () => {
      const labels = switchesOf(await open(path)).map(([label]) => label);
      assert.deepEqual(labels, ["as paid", "in prices of 2010", "per person", "share of gdp"]);
    });
  }

  it("are not shown where no series fits", async () => {
    assert.deepEqual(switchesOf(await open("/far")), []);
    assert.deepEqual(switchesOf(await open("/far/explore?drilldown=what")), []);
  });

  it("say why what a page shows cannot be adjusted", async () => {
    const page = await open("/town/explore?drilldown=what&measure=amount.median");
    assert.deepEqual(switchesOf(page), []);
    assert.match(textOf(page), /a median has no meaning with prices, in or per/);
  });

  it("lead to the same page, which leads back", async () => {
    for (const path of PAGES.slice(0, 4)) {
      const switches = new Map(switchesOf(await open(path)));
      const adjusted = await open(switches.get("per person")!);
      const back = new Map(switchesOf(adjusted)).get("as paid")!;
      assert.doesNotMatch(back, /per=/);
      assert.match(
        new Map(switchesOf(adjusted)).get("in prices of 2010")!,
        /prices=2010&per=people|per=people&prices=2010/,
      );
    }
  });
});

describe("an adjusted page", () => {
  it("heads with adjusted amounts, whose change and table follow", async () => {
    const page = await open("/town?prices=2010");
    assert.match(textOf(page), /£230\.25 in prices of 2010, in 2010, up 27\.5% on 2009/);
    const rows = rowsOf(page, /Totals by year, in prices of 2010/);
    assert.deepEqual(
      rows.map((row) => row[1]),
      ["180.5625", "230.25"],
    );
  });

  it("names what has no value in a series, with its amount, and shows no part of it", async () => {
    const page = await open("/town/region?per=people&year=2009");
    assert.deepEqual(
      rowsOf(page, /Members, largest first, 2009, per person/).map(([name, amount]) => [name, amount]),
      [
        ["North", "33.5"],
        ["South", "12.5"],
        ["Elsewhere", "–"],
      ],
    );
    assert.match(
      textOf(page),
      /Some figures are missing, because a series has no value for them: 2009, X \(£10 as paid; not in people/,
    );
    // Amounts of different people are no parts of a whole.
    assert.doesNotMatch(page, /class="chart treemap|<th scope="col" class="number">Share/);
  });

  it("keeps what amounts are adjusted by in every link, form, file and citation", async () => {
    for (const path of PAGES) {
      const page = await open(`${path}${path.includes("?") ? "&" : "?"}prices=2010`);
      // The entries are as paid.
      const amounts = page
        .replace(/<section aria-labelledby="largest">[^]*?<\/section>/, "")
        // The same page in other languages is that of search engines, as its canonical address is.
        .replaceAll(/<link rel="alternate" hreflang[^>]*>/g, "");
      const links = [...amounts.matchAll(/(?:href|src)="([^"]*)"/g)]
        .map(([, href]) => href!.replaceAll("&amp;", "&").replace(/^https?:\/\/[^/]*/, ""))
        .filter((href) =>
          /^\/town(?!\/(?:entries|meta|model|dimensions|sources|versions|editor)|@|\.json|\/.*\.distinct)/.test(href),
        );
      const kept = (href: string): boolean => /prices=20\d\d/.test(href);
      const isPaid = (href: string): boolean => switchesOf(page).some(([, each]) => each === href);
      const described = /^\/town(\/region(\/N)?)?(\.json|\.csv|#|$)|\/entries|explore\?drilldown=what$/;
      const lost = links.filter((href) => !kept(href) && !isPaid(href) && !described.test(href));
      assert.deepEqual(lost, [], path);
      const calls = [...page.matchAll(/href="([^"]*\/api\/2\/aggregate[^"]*)"/g)].map(([, href]) => href!);
      assert.ok(calls.length > 0 && calls.every(kept), path);
      for (const [form] of page.matchAll(/<form class="(?:find|bar-form)"[^]*?<\/form>/g)) {
        assert.match(form, /type="hidden" name="prices" value="2010"/, path);
      }
      if (path.includes("embed")) continue;
      assert.match(textOf(page), /town@1[^ ]*prices=2010%40deflator%401/, path);
    }
  });

  it("says which series it used, in which version, with their values", async () => {
    for (const path of PAGES) {
      const page = textOf(await open(`${path}${path.includes("?") ? "&" : "?"}prices=2010`));
      assert.match(page, /Prices of 2010: deflator \( ?deflator@1 ?\)\..*index of 2009: 80; index of 2010: 90/, path);
    }
  });

  it("says a few values without a click", async () => {
    const page = await open("/town/explore?drilldown=what&cut=year:2009&prices=2010");
    const [notes] = /<section class="adjusted"[^]*?<\/section>/.exec(page)!;
    assert.match(textOf(notes), /deflator@1 ?\)\. +index of 2009: 80; index of 2010: 90\./);
    assert.doesNotMatch(notes, /<details>/);
  });

  it("writes shares of money as percentages", async () => {
    const page = await open("/town?per=gdp");
    assert.match(textOf(page), /20\.9% as a share of gdp, in 2010/);
  });

  it("is as paid, with the reason, where its address asks for what there is not", async () => {
    const page = textOf(await open("/town?prices=1999"));
    assert.match(page, /Amounts are as paid\. prices: "deflator" has no value for 1999/);
    assert.match(page, /£230\.25 in 2010/);
    const { status } = await server.ask(null, "GET", "/town/explore?drilldown=what&prices=2010@nothing", {
      headers: { Accept: "text/html" },
    });
    assert.equal(status, 400);
  });

  it("takes inflate as prices", async () => {
    assert.match(textOf(await open("/town?inflate=2010&year=2009")), /£180\.56 in prices of 2010, in 2009/);
  });

  it("draws pictures in its unit, and names the series in them", async () => {
    const { text } = await server.ask(null, "GET", "/town/explore.svg?drilldown=what&prices=2010&per=people");
    assert.match(text, /per person, in prices of 2010/);
    assert.match(text, /deflator@1/);
    assert.match(text, /people@1/);
  });

  it("has crosstabs, lines and subtotals in its unit", async () => {
    const pivot = await open("/town/explore?drilldown=region|what&chart=pivot&per=people&cut=year:2010");
    assert.deepEqual(rowsOf(pivot, /per person/)[0], ["North", "40", "–", "40"]);
    const tree = await open("/town/explore?drilldown=what|region&rollup=true&prices=2010");
    assert.match(textOf(tree), /410\.81/);
    const line = await open("/town/explore?drilldown=year&chart=line&prices=2010");
    assert.match(line, /180\.56/);
  });
});

it("an entry with inflate shows its amount in prices of the year, and as paid", async () => {
  const { json } = await server.ask(null, "GET", "/api/2/search?dataset=town&filter=year:2009|region:N");
  const { id } = (json as { results: readonly { id: string }[] }).results[0]!;
  const page = textOf(await open(`/town/entries/${id}?inflate=2010`));
  assert.match(page, /£113\.06/);
  assert.match(page, /In prices of 2010, by deflator@1\. As paid: Amount £100\.50/);
});

describe("where several series fit", () => {
  const add = (name: string, dataset: object, mapping: object, rows: string) =>
    loadSeries(server, name, { territories: ["GB"], ...dataset }, mapping, rows);
  before(async () => {
    const rates = "t,currency,n\n2009,GBP,0.8\n2009,USD,1.6\n2010,GBP,0.75\n2010,USD,1.5\n";
    const mapping = seriesMapping({ currency: "currency" });
    await add("euro-rates", { currency: "EUR", series: { kind: "rate" } }, mapping, rates);
    await add(
      "world-gdp",
      { currency: "USD", series: { kind: "flow" } },
      seriesMapping(),
      "t,n\n2009,2000\n2010,2100\n",
    );
    await add("prices-b", { label: "Prices B", series: { kind: "index" } }, seriesMapping(), "t,n\n2009,50\n2010,60\n");
  });

  it("the reader chooses which, and the address keeps it", async () => {
    const switches = switchesOf(await open("/town/explore?drilldown=what"));
    const find = (label: RegExp): string => switches.find(([text]) => label.test(text))![1];
    assert.match(find(/^in prices of 2010 \(Prices B\)$/), /prices=2010%40prices-b/);
    assert.match(find(/^in prices of 2010 \(deflator\)$/), /prices=2010%40deflator/);
    const chosen = await open(find(/Prices B/));
    const [on] = /<a href="[^"]*" aria-current="true">[^]*?<\/a>/.exec(
      /aria-label="Amounts">[^]*?<\/nav>/.exec(chosen)![0],
    )!;
    assert.match(readText(on), /in prices of 2010 \(Prices B\)/);
    assert.match(chosen, /name="prices" value="2010@prices-b"/);
    // Without a choice the model has to name one.
    assert.match(textOf(await open("/town?prices=2010")), /Amounts are as paid/);
  });

  it("take at most three kilobytes, with what they say below the figures", async () => {
    const page = await open("/town/explore?drilldown=region&prices=2010@deflator&per=people");
    const switches = page.match(/<nav class="chips" aria-label="(?:Amounts|Prices of)">[^]*?<\/nav>/g) ?? [];
    const notes = page.match(/<section class="adjusted"[^]*?<\/section>/g) ?? [];
    assert.ok(switches.length === 2 && notes.length === 1);
    const bytes = Buffer.byteLength([...switches, ...notes].join(""));
    assert.ok(bytes <= 3000, `${bytes}`);
  });

  it("the one that the model names is on where the address names none", async () => {
    await loadSeries(server, "named", { currency: "GBP", territories: ["GB"] }, TOWN, ROWS, {
      model: { references: { prices: "prices-b" } },
    });
    const page = await open("/named/explore?drilldown=what&prices=2010");
    const [nav] = /aria-label="Amounts">[^]*?<\/nav>/.exec(page)!;
    const on = [...nav.matchAll(/<a href="[^"]*" aria-current="true">([^]*?)<\/a>/g)].map(([, label]) =>
      readText(label!),
    );
    assert.deepEqual(on, ["in prices of 2010 (Prices B)"]);
    assert.match(textOf(page), /Prices of 2010: Prices B \(prices-b@1\)/);
  });

  it("currencies are those of the rates, with the one that they are for", async () => {
    const labels = switchesOf(await open("/town/explore?drilldown=what")).map(([text]) => text);
    assert.deepEqual(
      labels.filter((text) => /^in [A-Z]{3}$/.test(text)),
      ["in EUR", "in USD"],
    );
  });

  it("a share of money in another currency is one of converted amounts", async () => {
    const switches = switchesOf(await open("/town/explore?drilldown=what&cut=year:2009"));
    const [, href] = switches.find(([text]) => text === "share of world-gdp (world-gdp)")!;
    assert.match(href, /in=USD&per=world-gdp/);
    // 160.5 GBP are 321 USD.
    assert.match(textOf(await open(href)), /16\.05\s?%/);
  });
});

describe("the values that a page used", () => {
  it("stand in words below its figures, with their period", async () => {
    const place = { territories: ["DE"] };
    const { region: _, ...mapping } = TOWN;
    const rows = "t,what,n\n2009-04-01,roads,100\n2009-05-01,parks,50\n";
    const months = { ...mapping, time: { ...mapping.time, precision: "month" } };
    await loadSeries(server, "stadt", { currency: "GBP", ...place }, months, rows);
    const rates = { ...seriesMapping({ to: "currency" }), time: months.time };
    const ofMonths = "t,to,n\n2009-04-01,GBP,0.8909\n2009-05-01,GBP,0.8";
    await loadSeries(server, "rates", { ...place, series: { kind: "rate", base: "EUR" } }, rates, ofMonths);
    const monthly = textOf(await open("/stadt?in=EUR@rates"));
    assert.match(monthly, /1 EUR = 0\.8909 GBP, mean of April 2009; 1 EUR = 0\.8 GBP, mean of May 2009/);
    await loadSeries(server, "years", { currency: "GBP", ...place }, mapping, "t,what,n\n2009,roads,100\n");
    const yearly = { ...place, series: { kind: "rate", base: "EUR" } };
    await loadSeries(server, "yearly", yearly, seriesMapping({ to: "currency" }), "t,to,n\n2009,GBP,0.8909\n");
    assert.match(textOf(await open("/years?in=EUR@yearly")), /1 EUR = 0\.8909 GBP, mean of 2009/);
    const others = "t,to,n\n2009,GBP,0.89093957\n2009,USD,1.3947824\n2009,JPY,130.336628\n";
    await loadSeries(server, "others", yearly, seriesMapping({ to: "currency" }), others);
    assert.match(textOf(await open("/years?in=EUR@others")), /1 EUR = 0\.8909 GBP, mean of 2009/);
    // Rates of two other currencies are quotients.
    assert.match(textOf(await open("/years?in=USD@others")), /1 GBP = 1\.5655 USD, mean of 2009/);
    assert.match(textOf(await open("/town?per=people")), /Value in 2009: 7; Value in 2010: 11/);
  });
});

it("a series of several measures is offered with each", async () => {
  const { amount, ...rest } = seriesMapping() as { amount: object };
  const people = { ...amount, unit: "people" };
  const mapping = {
    ...rest,
    amount: { ...people, label: "All ages" },
    adults: { ...people, column: "a", label: "Adults" },
  };
  await loadSeries(server, "ages", { territories: ["DE"], series: { kind: "stock" } }, mapping, "t,n,a\n2009,10,8\n");
  const switches = new Map(switchesOf(await open("/years")));
  const labels = [...switches.keys()].filter((label) => label.startsWith("per"));
  assert.deepEqual(labels, ["per person (Germany) (All ages)", "per person (Germany) (Adults)"]);
  assert.match(switches.get("per person (Germany) (All ages)")!, /per=ages(&|$)/);
  const adults = await open(switches.get("per person (Germany) (Adults)")!);
  assert.match(textOf(adults), /£12\.50 per person/);
  assert.match(new Map(switchesOf(adults)).get("per person (Germany) (All ages)")!, /per=ages(&|$)/);
  assert.doesNotMatch(new Map(switchesOf(adults)).get("per person (Germany) (Adults)")!, /per=/);
});
