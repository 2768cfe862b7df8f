import { errorText } from "../../errors/error-text.js";
import type { TurnedColumn, Unpivot } from "../table-rules.js";
import { error, given, isObject, pathOf, quoted, requiredTextAt, sectionAt, textsAt, type Section } from "./section.js";

const CELL = 'the name of the column for the cells, such as "Amount"';

/**
 * Read the columns that become rows. Each stands for one text, under `heading`, or for several, each under a heading of its
 * own; all cells go to one column, or to several that list the columns whose cells they get.
 */
export function readUnpivot(section: Section): Unpivot | null {
  const unpivot = sectionAt(section, "unpivot");
  if (!unpivot) return null;
  const texts = readTexts(unpivot);
  const headings = [...new Set([...texts.values()].flatMap((each) => Object.keys(each)))];
  const cells = readCells(unpivot, [...texts.keys()]);
  const names = [...new Set(cells.values())];
  for (const name of names.filter((each) => headings.includes(each))) {
    error(unpivot, "cell", errorText("name_is_heading", { name: quoted(name) }));
  }
  const columns = new Map(
    [...texts].map(([column, own]): [string, TurnedColumn] => [
      column,
      { texts: headings.map((heading) => own[heading] ?? ""), cell: names.indexOf(cells.get(column) ?? "") },
    ]),
  );
  return { columns, headings, cells: names };
}

/** Read the texts that stand for columns, by heading. */
function readTexts(unpivot: Section): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const columns = given(unpivot, "columns");
  const areParts = isObject(columns) && Object.values(columns).some(isObject);
  if (areParts && given(unpivot, "heading") === undefined) return readParts(unpivot, columns);
  const heading = requiredTextAt(unpivot, "heading", 'the name of the column for the names, such as "Year"').trim();
  const texts = isObject(columns)
    ? Object.entries(columns).map(([column, text]) => [column.trim(), readText(unpivot, column, text)] as const)
    : (textsAt(unpivot, "columns") ?? []).map((column) => [column.trim(), column.trim()] as const);
  if (texts.length === 0) error(unpivot, "columns", errorText("unpivot_columns_missing"));
  return new Map(texts.map(([column, text]) => [column, { [heading]: text }]));
}

function readParts(
  unpivot: Section,
  columns: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  return new Map(
    Object.entries(columns).map(([column, parts]) => {
      if (!isObject(parts)) {
        error(unpivot, `columns.${column}`, errorText("column_not_an_object", { parts: quoted(parts) }));
        return [column.trim(), {}];
      }
      const texts = Object.entries(parts).map(([heading, text]) => [
        heading.trim(),
        readText(unpivot, `${column}.${heading}`, text),
      ]);
      return [column.trim(), Object.fromEntries(texts) as Record<string, string>];
    }),
  );
}

function readText(unpivot: Section, at: string, text: unknown): string {
  if (typeof text === "string" && text.trim() !== "") return text.trim();
  error(unpivot, `columns.${at}`, errorText("not_a_text", { value: quoted(text) }));
  return "";
}

/** Read for each column the name of the one that gets its cells. */
function readCells(unpivot: Section, columns: readonly string[]): ReadonlyMap<string, string> {
  const cell = given(unpivot, "cell");
  if (!isObject(cell)) {
    const name = requiredTextAt(unpivot, "cell", CELL).trim();
    return new Map(columns.map((column) => [column, name]));
  }
  const lists: Section = { path: pathOf(unpivot, "cell"), json: cell, errors: unpivot.errors };
  const found = new Map<string, string>();
  for (const name of Object.keys(cell)) {
    for (const column of (textsAt(lists, name) ?? []).map((each) => each.trim())) {
      if (!columns.includes(column))
        error(lists, name, errorText("column_without_meaning", { column: quoted(column) }));
      else if (found.has(column)) error(lists, name, errorText("listed_twice", { name: quoted(column) }));
      found.set(column, name.trim());
    }
  }
  const left = columns.filter((column) => !found.has(column));
  if (left.length > 0)
    error(unpivot, "cell", `lacks ${left.map(quoted).join(", ")}; write which column gets their cells`);
  return found;
}

/**
 * Refuse measures that are read from columns which turning repeats: they would count once for each row of a record.
 * @param measures by the path of their column, and its name
 */
export function checkRepeated(
  errors: string[],
  measures: readonly (readonly [path: string, column: string])[],
  { cells }: Unpivot,
  rows: number,
): void {
  for (const [path, column] of measures) {
    if (cells.includes(column) || rows < 2) continue;
    errors.push(
      errorText("amounts_would_repeat", {
        path,
        column: quoted(column),
        rows,
        rows_b: rows,
        known: cells.map(quoted).join(" or "),
      }),
    );
  }
}
