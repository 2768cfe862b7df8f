import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { loadTown } from "../aggregate/derived-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

/** Load payments of whole years, whose fiscal years are declared in a way. */
async function loadYears(fiscal: object, extra: object = {}): Promise<string> {
  const time = { ...SPENDING.mapping.time, precision: "year", fiscal_year: fiscal, ...extra };
  return (await loadTown(server, { time })).name;
}

const open = async (path: string, language = "en"): Promise<string> =>
  (
    await server.ask(null, "GET", path, { headers: { accept: "text/html", "accept-language": language } })
  ).text.replaceAll(/[\u2066-\u2069]/g, "");

/** Return the texts that a page shows: its title, texts, tooltips and names of pictures, but no addresses. */
function shownOn(page: string): string {
  const attributes = [...page.matchAll(/ (?:aria-label|content)="([^"]*)"/g)].map(([, text]) => text!);
  const texts = page.replaceAll(/<(script|style)\b[^]*?<\/\1>/g, " ");
  return [readText(texts), ...attributes].join("\n").replaceAll(/\S*(?:=|:\/\/)\S*/g, "");
}

/** A year of the calendar that stands alone, not as one of "2009–10". */
const ALONE = /(?<![\d–/:.-])20(?:08|09|10)(?![\d–/-])/g;

describe("years of a dataset whose years begin in April", () => {
  const april = { starts: "04-01", named: "both" };

  for (const path of [
    "",
    "?year=2009",
    "?year=all",
    "/region",
    "/region/North",
    "/region/North?year=2010",
    "/explore?drilldown=region|year",
    "/explore?drilldown=region|year&chart=line",
    "/explore?drilldown=year",
    "/explore?drilldown=region|year&chart=stacked",
    "/explore?drilldown=region|year&chart=multiples",
    "/explore?drilldown=region&cut=year:2009",
    "/explore?drilldown=region&cut=year:2010&against=year:2009",
    "/explore?drilldown=region&cut=year:[2009 TO 2010]",
    "/embed?drilldown=region|year&chart=line",
    "/entries",
    "/entries?filter=time.year:2009",
  ]) {
    it(`are named by both years at ${path || "its page"}`, async () => {
      const name = await loadYears(april);
      const shown = shownOn(await open(`/${name}${path.replaceAll("|", "%7C").replaceAll(" ", "%20")}`));
      assert.match(shown, /20(?:09–10|08–09|10–11)/);
      const alone = [...shown.matchAll(ALONE)].map(({ index }) => shown.slice(index - 60, index + 30));
      assert.deepEqual(alone, []);
    });
  }

  it("are written as each language writes them", async () => {
    const name = await loadYears(april);
    assert.match(shownOn(await open(`/${name}?year=2009`, "de")), /2009\/10/);
    assert.match(shownOn(await open(`/${name}?year=2009`, "fr")), /2009-10/);
  });

  it("are those that end in the year of their name, if they are named by their end", async () => {
    const name = await loadYears({ starts: "10-01", named: "end" });
    const shown = shownOn(await open(`/${name}?year=2009`));
    assert.match(shown, /2008–09/);
    assert.doesNotMatch(shown, /2010–11/);
  });

  it("keep their numbers if they begin in January, or if dates are months or days, whose years are those of the calendar", async () => {
    for (const name of [
      await loadYears({ starts: "01-01", named: "both" }),
      await loadYears(april, { precision: "month" }),
    ]) {
      const shown = shownOn(await open(`/${name}?year=2009`));
      assert.match(shown, /2009/);
      assert.doesNotMatch(shown, /20\d\d–\d\d/);
    }
  });

  it("are told by both years in suggestions, whose years of the calendar are as they were", async () => {
    const suggest = async (name: string): Promise<readonly object[]> => {
      const { text } = await server.ask(null, "GET", `/api/2/suggest?q=north&dataset=${name}`);
      return (JSON.parse(text) as { members: readonly { newest: object }[] }).members.map(({ newest }) => newest);
    };
    const [newest] = await suggest(await loadYears({ starts: "10-01", named: "end" }));
    const { year, ...fiscal } = newest as { year: string; fiscal_year: object };
    assert.deepEqual(fiscal.fiscal_year, { first: Number(year) - 1, last: Number(year) });
    const [calendar] = await suggest(await loadYears({ starts: "01-01", named: "both" }));
    assert.equal("fiscal_year" in calendar!, false);
  });

  it("are named in feeds of entries, in the language of the reader", async () => {
    const name = await loadYears(april);
    const follow = async (language: string): Promise<readonly string[]> => {
      const { text } = await server.ask(null, "GET", `/${name}/entries.atom?lang=${language}`);
      return [...text.matchAll(/<summary>([^]*?)<\/summary>/g)].map(([, summary]) => summary!);
    };
    const english = await follow("en");
    assert.ok(english.length > 0);
    for (const summary of english) assert.match(summary, /: 20(?:09–10|10–11);/);
    for (const summary of await follow("de")) assert.match(summary, /: 20(?:09\/10|10\/11);/);
  });

  for (const path of [
    "?drilldown=region&cut=time.fiscal_year:2009/10",
    "?drilldown=time.fiscal_year",
    "?drilldown=region|time.fiscal_year",
    "?drilldown=region|time.fiscal_year&chart=pivot",
    "?drilldown=region|time.fiscal_year&chart=stacked",
    "?drilldown=region&cut=time.fiscal_year:2009/10&against=time.fiscal_year:2008/09",
  ]) {
    it(`are named alike as parts of dates: explore${path}`, async () => {
      const name = await loadYears(april, { precision: "month" });
      const shown = shownOn(await open(`/${name}/explore${path.replaceAll("|", "%7C")}`));
      assert.match(shown, /20(?:09–10|10–11)/);
      assert.doesNotMatch(shown, /20\d\d\/\d\d(?!\/)/);
      if (path.includes("cut=")) assert.doesNotMatch(shown, /, all years/);
    });
  }

  it("are chosen by the numbers that addresses have", async () => {
    const name = await loadYears(april);
    const page = await open(`/${name}/explore?drilldown=region&cut=year:2009`);
    assert.match(page, /<option value="2009"[^>]*>2009–10<\/option>/);
    const { json } = await server.ask(null, "GET", `/${name}.json`);
    assert.deepEqual(json.years, [
      { year: "2009", months: null },
      { year: "2010", months: null },
    ]);
  });

  it("are offered once to split by, where dates are years; of months also the years of the calendar", async () => {
    const offered = async (name: string): Promise<readonly string[]> => {
      const [, list] = /<select id="and"[^>]*>([^]*?)<\/select>/.exec(await open(`/${name}/explore?drilldown=region`))!;
      return [...list!.matchAll(/value="(time\.[a-z_]+)"/g)].map(([, value]) => value!);
    };
    assert.deepEqual(await offered(await loadYears(april)), ["time.year"]);
    const months = await offered(await loadYears(april, { precision: "month" }));
    assert.deepEqual(months, ["time.year", "time.fiscal_year", "time.yearmonth"]);
  });

  for (const written of ["year", "time.year"]) {
    it(`are in time's order, below a mark of all years: drilldown=${written}`, async () => {
      const page = await open(`/${await loadYears(april)}/explore?drilldown=${written}`);
      const rows = [...page.matchAll(/<th scope="row"[^>]*>([^]*?)<\/th>/g)].map(([, head]) => readText(head!).trim());
      assert.deepEqual(rows, rows.toSorted());
      assert.ok(rows.length > 1);
      assert.match(page, /<a href="[^"]*" aria-current="true"[^>]*>(?:<bdi>)?All years/);
    });
  }
});
