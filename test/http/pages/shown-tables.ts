import assert from "node:assert/strict";
import { readText } from "./markup.js";

/** A table of a page. */
export interface ShownTable {
  readonly caption: string;
  /** Headings of the columns, without their units. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The last row, with totals; empty if there is none. */
  readonly total: readonly string[];
  /** The markup of the small line over the years that each row has; empty without one. It is in none of the above. */
  readonly lines: readonly string[];
  /** The years that the lines are of, the first and the last; empty without lines. */
  readonly span: readonly number[];
}

/** Parse every table of a page. A cell is its text, or the exact amount if it shows a short one. */
export function readTables(page: string): readonly ShownTable[] {
  return [...page.matchAll(/<table[^>]*>([^]*?)<\/table>/g)].map(([, table]) => ({
    caption: textOf(/<caption[^>]*>([^]*?)<\/caption>/.exec(table!)?.[1] ?? ""),
    head: rowsOf((/<thead>([^]*?)<\/thead>/.exec(table!)?.[1] ?? "").replaceAll(/<small>[^]*?<\/small>/g, ""))[0] ?? [],
    rows: rowsOf(/<tbody>([^]*?)<\/tbody>/.exec(table!)?.[1] ?? ""),
    span: [...(/<th[^>]*class="line">([^]*?)<\/th>/.exec(table!)?.[1]!.matchAll(/<bdi>(\d{4})/g) ?? [])].map(
      ([, year]) => Number(year),
    ),
    lines: [...(/<tbody>([^]*?)<\/tbody>/.exec(table!)?.[1] ?? "").matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].map(
      ([, row]) => /<td class="line">([^]*?)<\/td>/.exec(row!)?.[1] ?? "",
    ),
    total: rowsOf(/<tfoot>([^]*?)<\/tfoot>/.exec(table!)?.[1] ?? "")[0] ?? [],
  }));
}

/** Parse the data links of a page: addresses by format, by label. */
export function readDataLinks(page: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const section = page.slice(page.indexOf("<details", page.indexOf('<section class="data"')));
  const items = [...section.matchAll(/<dt>([^]*?)<\/dt>\s*<dd>([^]*?)<\/dd>/g)];
  assert.ok(items.length > 0, "a page without data");
  return new Map(
    items.map(([, label, links]) => [
      textOf(label!),
      Object.fromEntries(
        [...links!.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a\s*>/g)].map(([, url, form]) => [form!, readText(url!)]),
      ),
    ]),
  );
}

function rowsOf(part: string): readonly (readonly string[])[] {
  return [...part.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd](?![^>]*class="line")[^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell]) => {
      const [, exact] = /<data value="([^"]*)"/.exec(cell!) ?? [];
      return exact ?? textOf(cell!);
    }),
  );
}

function textOf(markup: string): string {
  return readText(markup).replaceAll(/\s+/g, " ").trim();
}
