import { errorText } from "../../../core/errors/error-text.js";
import { isDeepStrictEqual } from "node:util";
import { parseCuts, printCuts } from "../../../core/query/syntax/cut-clause.js";

/** Parts of a model that have a row of fields for each of their items. */
export type RowPart = "views" | "hierarchies" | "notes" | "fiscal_year";

export type ItemKey =
  "name" | "label" | "dimension" | "drilldown" | "cuts" | "levels" | "on" | "kind" | "text" | "starts" | "named";

/** Keys of the items of each part that have a field. */
export const ROW_KEYS: Readonly<Record<RowPart, readonly ItemKey[]>> = {
  views: ["name", "label", "dimension", "drilldown", "cuts"],
  hierarchies: ["name", "label", "levels"],
  notes: ["on", "kind", "text"],
  fiscal_year: ["starts", "named"],
};

/** An item of a part as a row of fields. */
export interface ModelRow {
  /** The item as JSON, with its name as `name`; `{}` for a new one. */
  readonly item: string;
  readonly texts: Readonly<Partial<Record<ItemKey, string>>>;
}

type Item = Readonly<Record<string, unknown>>;

/** Maximum number of rows of a part; more are edited as JSON. */
const MAX_ROWS = 200;

/** Return the part that a place of a model is; `null` for a place without rows. */
export function partOfPlace(place: string): RowPart | null {
  if (place === "views" || place === "hierarchies" || place === "notes") return place;
  return /^mapping\..+\.fiscal_year$/.test(place) ? "fiscal_year" : null;
}

/** Name of a field in a row. @param key `item` for the item as it was shown, `remove` for the tick that removes it */
export function rowField(place: string, at: number, key: ItemKey | "item" | "remove"): string {
  return `${place}#${at}.${key}`;
}

/** Name of the field with the JSON of a place that its rows were drawn from. */
export function drawnField(place: string): string {
  return `${place}#drawn`;
}

/** Read the rows of a part; `null` if its JSON cannot be drawn as rows. */
export function readItemRows(part: RowPart, text: string): readonly ModelRow[] | null {
  const json = parseJson(text);
  const items = json === undefined ? null : listItems(part, json);
  if (!items || items.length > MAX_ROWS) return null;
  const rows: ModelRow[] = [];
  for (const item of items) {
    const texts: Partial<Record<ItemKey, string>> = {};
    for (const key of ROW_KEYS[part]) {
      const written = readKey(item, key);
      if (written === null) return null;
      texts[key] = written;
    }
    rows.push({ item: JSON.stringify(item), texts });
  }
  return rows;
}

/**
 * Read the text of a place from the rows of a form: the JSON that it was drawn from, if nothing of them has changed.
 * JSON that was edited itself comes first.
 * @param find returns a field, if it was sent
 */
export function composeRows(
  place: string,
  find: (name: string) => string | undefined,
  errors: string[],
): string | undefined {
  const part = partOfPlace(place);
  const drawn = find(drawnField(place))?.replaceAll("\r\n", "\n");
  const written = find(place)?.replaceAll("\r\n", "\n");
  if (part === null || drawn === undefined || (written ?? drawn) !== drawn) return written;
  const items: Item[] = [];
  for (let at = 0; at < MAX_ROWS && find(rowField(place, at, "item")) !== undefined; at++) {
    if (find(rowField(place, at, "remove")) === "yes") continue;
    const item = writeItem(part, [place, at, items.length], find, errors);
    if (Object.keys(item).length > 0) items.push(item);
  }
  const json = joinItems(part, items, errors);
  const before = parseJson(drawn);
  if (isDeepStrictEqual(json, before) || (before === null && items.length === 0)) return drawn;
  return items.length === 0 ? "" : JSON.stringify(json, null, 2);
}

function writeItem(
  part: RowPart,
  [place, at, position]: readonly [place: string, at: number, position: number],
  find: (name: string) => string | undefined,
  errors: string[],
): Item {
  const before = (parseJson(find(rowField(place, at, "item"))!) ?? {}) as Item;
  let item = { ...before };
  for (const key of ROW_KEYS[part]) {
    const typed = find(rowField(place, at, key))?.replaceAll("\r\n", "\n");
    if (typed === undefined || typed === readKey(before, key)) continue;
    const name = keyOf(item, key);
    const value = readTyped(key, typed.trim(), (sentence) => errors.push(`${place}[${position}].${key}: ${sentence}`));
    if (value !== undefined) item[name] = value;
    else item = Object.fromEntries(Object.entries(item).filter(([each]) => each !== name));
  }
  return item;
}

/** Return the key under which an item has a value: older models have other words for some. */
function keyOf(item: Item, key: ItemKey): string {
  const older = { drilldown: "breakdown", cuts: "view_filters" }[key as string];
  return older !== undefined && !Object.hasOwn(item, key) && Object.hasOwn(item, older) ? older : key;
}

function parseJson(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** List the items of a part; `null` if it is not of the usual form. */
function listItems(part: RowPart, json: unknown): readonly Item[] | null {
  if (json === null) return [];
  if (part === "fiscal_year") return isItem(json) ? [json] : null;
  if (part !== "hierarchies") return Array.isArray(json) && json.every(isItem) ? json : null;
  if (!isItem(json) || !Object.values(json).every(isItem)) return null;
  const named = Object.entries(json as Readonly<Record<string, Item>>);
  // A name of its own would be lost.
  return named.some(([, item]) => Object.hasOwn(item, "name"))
    ? null
    : named.map(([name, item]) => ({ name, ...item }));
}

function joinItems(part: RowPart, items: readonly Item[], errors: string[]): unknown {
  if (part === "fiscal_year") return items[0] ?? null;
  if (part !== "hierarchies") return items;
  const named = new Map<string, Item>();
  for (const { name, ...item } of items) {
    const own = typeof name === "string" ? name : "";
    if (own === "") errors.push(`hierarchies: ${errorText("hierarchy_without_name")}`);
    else if (named.has(own)) errors.push(errorText("appears_twice", { name: `hierarchies.${own}:` }));
    named.set(named.has(own) ? `${own}-${named.size}` : own, item);
  }
  return Object.fromEntries(named);
}

function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Write a value of an item as the text of its field; `null` if it cannot be. */
function readKey(item: Item, key: ItemKey): string | null {
  const name = keyOf(item, key);
  const value = Object.hasOwn(item, name) ? item[name] : undefined;
  if (value === undefined || value === null) return "";
  if (key === "levels") return isTexts(value) ? value.join("\n") : null;
  if (key === "cuts") return writeCuts(value);
  // A line break would be lost in a field of one line.
  return typeof value === "string" && (key === "text" || !/[\r\n]/.test(value)) ? value : null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string" && !/[\r\n]/.test(each));
}

function writeCuts(value: unknown): string | null {
  // A text that could not be read.
  if (typeof value === "string") return value;
  if (!isItem(value)) return null;
  const clauses = Object.entries(value).flatMap(([field, values]) =>
    (Array.isArray(values) ? values : [values]).map((each: unknown) => ({ field, value: each })),
  );
  if (!clauses.every((clause): clause is { field: string; value: string } => typeof clause.value === "string"))
    return null;
  const text = printCuts(clauses);
  return /[\r\n]/.test(text) ? null : text;
}

/** Read the value of a typed text; `undefined` for none. */
function readTyped(key: ItemKey, typed: string, error: (sentence: string) => void): unknown {
  if (typed === "") return undefined;
  if (key === "levels") return typed.match(/\S.*/g)?.map((each) => each.trim());
  if (key !== "cuts") return typed;
  const cuts = new Map<string, string[]>();
  let isRead = true;
  const refuse = (sentence: string): void => {
    isRead = false;
    error(sentence);
  };
  for (const { field, value, excluded } of parseCuts(typed, refuse)) {
    if (typeof value === "string" && !excluded) cuts.set(field, [...(cuts.get(field) ?? []), value]);
    else refuse("has a range or what is left out; write values, as in year:2009");
  }
  if (!isRead) return typed;
  return Object.fromEntries([...cuts].map(([field, values]) => [field, values.length === 1 ? values[0] : values]));
}
