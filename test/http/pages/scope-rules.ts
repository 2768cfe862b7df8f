import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { loadPaged, missing, type PagedDataset } from "./page-datasets.js";
import { readDataLinks, readTables } from "./shown-tables.js";

/** Describe that every block of a page obeys its scope. */
export function describeScope(name: string): void {
  describe(`pages of ${name} that are cut`, { skip: name !== "demo" && missing(name) }, () => {
    let server: LoadingServer;
    let dataset: PagedDataset;
    let pages: readonly (Scope & { readonly page: string })[];
    before(async () => {
      server = await startLoading();
      dataset = await loadPaged(server, name);
      const scopes = await listScopes(dataset);
      pages = await Promise.all(scopes.map(async (scope) => ({ ...scope, page: await dataset.open(scope.target) })));
      assert.ok(pages.length > 0);
    });

    after(() => server.stop());

    it("have the totals by year of what they are cut to", async () => {
      for (const { target, cuts, page } of pages) {
        const table = readTables(page).find(({ caption }) => caption === "Totals by year");
        if (!table) continue;
        const { drilldown } = await dataset.aggregate({
          drilldown: "time.year",
          cut: withChoices(page, cuts),
          order: "time.year:asc",
        });
        assert.deepEqual(
          table.rows.map(([year, amount]) => [year!.slice(0, 4), numberIn(amount)]),
          drilldown.map(({ time, amount }) => [time?.year ?? "No y", roundLike(table.rows, amount)]),
          target,
        );
      }
    });

    it("link to data of that scope alone, which has the numbers of the page", async () => {
      for (const { target, cuts, page } of pages) {
        for (const [label, { JSON: url, CSV: csv }] of readDataLinks(page)) {
          const link = url ?? csv;
          if (link === undefined || !/\/api\/2\/(aggregate|search)/.test(link)) continue;
          const found = cutsOfLink(link);
          for (const cut of cuts) assert.ok(found.includes(cut), `${target}: ${label} lacks ${cut}: ${link}`);
        }
      }
    });

    it("say in their headings and titles what they are cut to", () => {
      for (const { target, page } of pages) {
        const chips = [...page.matchAll(/<ul class="chosen" aria-label="Only">([^]*?)<\/ul>/g)].flatMap(([, list]) =>
          [...list!.matchAll(/<bdi[^>]*>([^]*?)<\/bdi>/g)].map(([, label]) => plain(label!)),
        );
        assert.ok(chips.length > 0, target);
        const heading = plain(/<h1[^>]*>([^]*?)<\/h1>/.exec(page)![1]!);
        // A title may name a member that was opened without its dimension.
        const title = plain(/<title>([^]*?)<\/title>/.exec(page)![1]!);
        for (const chip of chips) {
          assert.ok(heading.includes(chip), `${target}: ${heading} lacks ${chip}`);
          assert.ok(title.includes(chip.replace(/^.*?: /, "")), `${target}: ${title} lacks ${chip}`);
        }
      }
    });

    it("name in captions what their tables are split by", () => {
      for (const { target, page } of pages) {
        const [, section] = /<section aria-labelledby="split">([^]*?)<\/section>/.exec(page) ?? [];
        const opened = /<nav class="crumbs levels"|aria-label="Levels"/.test(section ?? "");
        if (section === undefined || !opened) continue;
        const { caption, head } = readTables(section)[0]!;
        assert.ok(
          caption.toLowerCase().includes(` by ${head[0]!.toLowerCase()}`),
          `${target}: ${caption} of ${head[0]}`,
        );
      }
    });

    it("have a chart of one kind in all years", async () => {
      for (const { target, page } of pages.slice(0, YEARS_OF)) {
        const kinds = new Map<string, string>();
        for (const href of [target, ...linksTo(yearsOf(page), /^\d{4}(?:–\d\d)?$/)]) {
          const opened = await dataset.open(href.replace(/^\/[^/?]*/, (start) => (href === target ? start : "")));
          const section = opened.slice(opened.indexOf('<section aria-labelledby="split"'));
          const [, kind] = /class="chart (\w+) wide"/.exec(section.slice(0, section.indexOf("</section>"))) ?? [];
          // One part needs no chart.
          if (kind !== undefined) kinds.set(kind, href);
        }
        assert.ok(kinds.size <= 1, `${target}: ${[...kinds].join(" ")}`);
      }
    });

    it("lead to the same scope in other years, in other views, in the explorer and in lists of entries", () => {
      for (const { target, cuts, page } of pages) {
        const [, own = ""] = /^\/([^?]*)/.exec(target) ?? [];
        for (const href of linksTo(page, /^(\d{4}|Explore|Explore this|All entries|Entries|All levels)$/)) {
          // An entry links to its date.
          if (/\/time\/[^?]*$/.test(href)) continue;
          const text = decodeURIComponent(href.replaceAll("+", " "));
          for (const cut of cuts) {
            assert.ok(text.includes(cut) || text.includes(own === "" ? cut : own), `${target}: ${href} lacks ${cut}`);
          }
        }
        for (const [, nav] of page.matchAll(/<nav class="tabs" aria-label="Views">([^]*?)<\/nav>/g)) {
          for (const href of linksTo(nav!, /./)) assert.match(href, /[?&]cut=/, `${target}: a view loses the cut`);
        }
      }
    });
  });
}

/** Members of a dimension to cut to, and of dimensions to try. */
const DIMENSIONS = 4;

/** Number of pages whose years are opened. */
const YEARS_OF = 2;

/** Read a text of a page without the marks around names. */
function plain(markup: string): string {
  return readText(markup)
    .replaceAll(/[\u2066-\u2069]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Return the links of a page to its other years. */
function yearsOf(page: string): string {
  return /<nav class="chips" aria-label="Year">[^]*?<\/nav>/.exec(page)?.[0] ?? "";
}

/** A page that is cut, and the cuts of the aggregate call that has its numbers. */
interface Scope {
  readonly target: string;
  readonly cuts: readonly string[];
}

/** List pages of a dataset and of members, each cut to a member of another dimension. */
export async function listScopes({ dimensions, aggregate }: PagedDataset): Promise<readonly Scope[]> {
  const usable = dimensions.filter(({ type, num_members: n }) => type !== "date" && n > 1 && n < 500);
  const members: (readonly [dimension: string, name: string])[] = [];
  for (const { name } of usable.slice(0, DIMENSIONS)) {
    const { drilldown } = await aggregate({ drilldown: name, pagesize: "1" });
    const key = drilldown[0]?.[name];
    const value = typeof key === "object" && key !== null ? key.name : key;
    if (typeof value === "string" && /^[\w.-]+$/.test(value)) members.push([name, value]);
  }
  const cutOf = ([name, value]: readonly [string, string]): string => `${name}:${value}`;
  return members.flatMap((each, at) => {
    const other = members[(at + 1) % members.length]!;
    const whole = { target: `?cut=${cutOf(each)}`, cuts: [cutOf(each)] };
    const own = { target: `/${each.join("/")}?cut=${cutOf(other)}`, cuts: [cutOf(each), cutOf(other)] };
    return other === each ? [whole] : [whole, own];
  });
}

/** Return the cuts of a link of a page to the aggregate or the search call. */
export function cutsOfLink(url: string): readonly string[] {
  const { searchParams } = new URL(url);
  return [...searchParams.getAll("cut"), ...searchParams.getAll("filter")].flatMap((each) => each.split("|"));
}

/** Return the value of a cell: `null` if it is not a number. */
function numberIn(cell: string | undefined): number | null {
  const text = (cell ?? "").replaceAll(",", "");
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

/** List the targets of the links of a page with a text. */
export function linksTo(page: string, text: RegExp): readonly string[] {
  return [...page.matchAll(/<a\b[^>]*?\shref="([^"]*)"[^>]*>([^]*?)<\/a\s*>/g)]
    .filter(([, , label]) => text.test(readText(label!).trim()))
    .map(([, href]) => readText(href!));
}

/** Add the members that a page is cut to by default to cuts. */
function withChoices(page: string, cuts: readonly string[]): string {
  const link = [...readDataLinks(page)].find(([label]) => label === "Totals by year")![1]["JSON"]!;
  const found = cutsOfLink(link);
  return [...cuts, ...found.filter((each) => !cuts.includes(each))].join("|");
}

/** Round an amount as a table shows amounts without their digits. */
function roundLike(rows: readonly (readonly string[])[], amount: number): number {
  const hasPennies = rows.some(([, cell]) => /\.\d/.test(cell ?? ""));
  return hasPennies ? amount : Math.round(amount);
}
