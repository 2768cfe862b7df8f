import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readPlain, readText } from "./markup.js";
import { checkOffers, linksOf } from "./explore-offers.js";
import { loadPaged, loadRows, type PagedDataset } from "./page-datasets.js";

let server: LoadingServer;
let demo: PagedDataset;
let plans: PagedDataset;
before(async () => {
  server = await startLoading();
  demo = await loadPaged(server, "demo");
  const rows = Array.from({ length: 60 }, (_, at) => [
    2019 + (at % 3),
    ["Parks", "Schools", "Roads"][Math.floor(at / 3) % 3],
    ["plan", "done"][at % 2],
    `Payee ${at % 7}`,
    100 + ((at * 37) % 91),
    90 + ((at * 53) % 80),
    at % 7,
    at,
  ]);
  const text = (column: string, more: object = {}) => ({ type: "attribute", column, datatype: "string", ...more });
  const measure = (column: string, more: object = {}) => ({ type: "measure", column, datatype: "float", ...more });
  const model = {
    dataset: { name: "plans", label: "Plans", description: "Made up", currency: "EUR" },
    mapping: {
      amount: measure("paid", { label: "Paid", phase: "executed" }),
      planned: measure("planned", { label: "Planned", phase: "approved" }),
      staff: measure("staff", { label: "Staff", unit: "people" }),
      time: { type: "date", column: "year", datatype: "date" },
      area: text("area"),
      stage: text("stage", { role: "phase", default: "done" }),
      to: text("to"),
      row: text("row", { key: true }),
    },
  };
  plans = await loadRows(server, model, ["year,area,stage,to,planned,paid,staff,row", ...rows].join("\n"));
});
after(() => server.stop());

const plain = (markup: string): string => readPlain(markup).replaceAll(/\s+/g, " ").trim();

function sentenceOf(page: string): string {
  return plain(/<div class="sentence"[^>]*>\s*<p>([^]*?)<\/p>/.exec(page)![1]!);
}

/** Return the choices of a part of the sentence, as markup. */
function panelOf(page: string, id: string): string {
  const [panel] =
    new RegExp(`<div class="panel" id="${id}"[^]*?(?=<div class="panel"|</div>\\s*</div>)`).exec(page) ?? [];
  return panel ?? assert.fail(`no ${id}`);
}

async function statusOf(path: string): Promise<number> {
  const { status } = await server.ask(null, "GET", path, { headers: { accept: "text/html" } });
  return status;
}

/** Return the address that a form leads to. @param typed values of its empty fields */
function addressOf(form: string, typed: Readonly<Record<string, string>>): string {
  const [, action] = /action="([^"]*)"/.exec(form)!;
  const query = new URLSearchParams();
  for (const [, tag, attributes] of form.matchAll(/<(input|select)\b([^>]*)>/g)) {
    const [, name] = / name="([^"]*)"/.exec(attributes!) ?? [];
    const [, value] = / value="([^"]*)"/.exec(attributes!) ?? [];
    if (name !== undefined) query.append(name, typed[name] ?? (tag === "select" ? "" : readText(value ?? "")));
  }
  return `${readText(action!)}?${query}`;
}

describe("the sentence of the explorer", () => {
  it("says the figures, members, split, years and the other side", async () => {
    const query = "drilldown=function&cut=region:UKI|year:[2004 TO 2008]&against=region:UKM";
    const page = await demo.open(`/explore?${query}`);
    assert.equal(sentenceOf(page), "Spending in London by function, 2004–05 to 2008–09, compared with Scotland");
    const below = await demo.open("/explore?drilldown=subfunction&cut=function:07|region:UKI|year:2009");
    assert.match(sentenceOf(below), /^Spending on health in London by \S+, 2009–10$/);
    const [, heading] = /<h1[^>]*>([^]*?)<\/h1>/.exec(below)!;
    assert.equal(
      readText(heading!).replaceAll(/[\u2066-\u2069]/g, ""),
      "Spending on health in London by subfunction, 2009–10 – Public spending in the United Kingdom",
    );
  });

  it("has choices for every part that it names, and a search for each member", async () => {
    const page = await demo.open("/explore?drilldown=function&cut=region:UKI|year:2009&against=region:UKM");
    const buttons = Array.from(page.matchAll(/popovertarget="([^"]*)"/g), ([, id]) => id!);
    const panels = Array.from(page.matchAll(/<div class="panel" id="([^"]*)" popover="auto"/g), ([, id]) => id!);
    assert.deepEqual(buttons.toSorted(), panels.toSorted());
    for (const id of ["part-cut-0", "part-other"]) {
      assert.match(panelOf(page, id), /<input[^>]*data-suggest="[^"]*\/uk-spending\/region\.distinct\.json/);
    }
    assert.ok(linksOf(panelOf(page, "part-cut-0")).some((each) => /cut=region%3AUKM/.test(each)));
  });

  it("offers nothing that the explorer does not answer", async () => {
    await checkOffers(server, demo, "drilldown=function&cut=year:2009&measure=amount.change");
  });

  it("is changed by small forms, whose answers have the member that was typed", async () => {
    const page = await demo.open("/explore?drilldown=function&cut=region:UKI|year:2009&against=region:UKM");
    const forms = (id: string): readonly string[] =>
      Array.from(panelOf(page, id).matchAll(/<form class="part-form"[^]*?<\/form>/g), ([form]) => form);
    const open = (path: string): Promise<string> => demo.open(path.slice(path.indexOf("/explore")));
    const found = await open(addressOf(forms("part-cut-0")[0]!, { value: "Wales" }));
    assert.match(sentenceOf(found), /^Spending in Wales by function, 2009–10, compared with Scotland$/);
    const other = await open(addressOf(forms("part-other")[0]!, { other: "Wales" }));
    assert.match(sentenceOf(other), /^Spending in London by function, 2009–10, compared with Wales$/);
    const years = await open(addressOf(forms("part-time")[0]!, { from: "2005", to: "2007" }));
    assert.match(sentenceOf(years), /, 2005–06 to 2007–08,/);
    const filtered = await open(addressOf(forms("part-filter")[0]!, { field: "function.label", value: "Health" }));
    assert.match(sentenceOf(filtered), /on health/);
  });

  it("puts the words in the order of the page's language", async () => {
    const page = await demo.open("/explore?drilldown=function&cut=region:UKI|year:2009&lang=ja");
    assert.match(sentenceOf(page), /^ロンドン[^]*の/);
  });
});

describe("what a state is compared with", () => {
  it("may be another measure in the same unit, a phase, a year and a member", async () => {
    const page = await plans.open("/explore?drilldown=area&cut=year:2020|to:Payee+1");
    const panel = plain(panelOf(page, "part-other"));
    for (const each of ["Planned", "plan", "2019, the year before", "Payee 4"]) assert.ok(panel.includes(each), each);
    assert.ok(!panel.includes("Staff"), "people are no money");
    for (const link of linksOf(panelOf(page, "part-other"))) assert.equal(await statusOf(link), 200, link);
    const [, list] = /<select id="against"[^>]*>([^]*?)<\/select>/.exec(page)!;
    assert.match(list!, /value="measure:planned"/);
  });

  it("is drawn as paired bars, and never as a treemap, if it is another measure", async () => {
    for (const chart of ["", "&chart=treemap", "&chart=dots"]) {
      const page = await plans.open(`/explore?drilldown=area&cut=year:2020&against=measure:planned${chart}`);
      assert.doesNotMatch(page, /class="chart treemap/);
      const [svg] = /<svg[^>]*class="chart (?:bars|dots) wide"[^>]*>[^]*?<\/svg>/.exec(page)!;
      for (const name of ["Paid", "Planned"]) assert.ok(svg.includes(`>${name}</text`), name);
      assert.match(plain(svg.slice(svg.indexOf("<title>"))), /Planned: €[\d,.]+; \d+(?:\.\d+)?% of the plan/);
      assert.match(svg, /aria-label="[^"]*Paid[^"]*compared with[^"]*Planned/);
      assert.match(plain(/<title>([^<]*)/.exec(page)![1]!), /compared with Planned/);
      assert.equal(sentenceOf(page).split(", ").at(-1), "compared with Planned");
      assert.doesNotMatch(plain(page), /\b(?:rose|fell)\b/);
    }
  });

  it("is a line beside the other over time, if it is another measure", async () => {
    const page = await plans.open("/explore?drilldown=time.year&measure=amount|planned");
    const [svg] = /<svg[^>]*class="chart line wide"[^>]*>[^]*?<\/svg>/.exec(page)!;
    for (const name of ["Paid", "Planned"]) assert.ok(svg.includes(`>${name}</text`), name);
  });
});
