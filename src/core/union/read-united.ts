import type { Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import { pickItems } from "../figures/column.js";
import type { UnitedModels } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { Key } from "../query/aggregate/query.js";
import type { MemberNumbers } from "./member-numbers.js";
import type { PartCells, UnitedGroups } from "./unite-cells.js";
import { datasetAsMember, planReading } from "./unite-members.js";

/** Maximum number of members with different labels that are told. */
const MAX_RENAMED = 10;
/** Members with different labels that are read at once. */
const COMPARED = 64;

/** The cells that a union's are put together from, and the numbers of their keys. */
export interface UnitedRows {
  readonly united: UnitedModels;
  readonly parts: readonly PartCells[];
  readonly keys: readonly MemberNumbers[];
  readonly joined: UnitedGroups["joined"];
}

type Items = readonly (Member | Value)[];

/**
 * Read the members or values of a key by their numbers: a member has the values of the first dataset that has it.
 * Cost: a step for each cell of the datasets, and a lookup for each number.
 */
export async function readByNumber(rows: UnitedRows, at: number, numbers: Int32Array): Promise<Items> {
  const { keys, joined } = rows;
  const first = findFirstRows(joined[at]!, keys[at]!.length, new Set(numbers));
  const wanted = [...first.keys()];
  const read = await readRows(rows, at, [...first.values()]);
  const items = new Map(wanted.map((number, index) => [number, read[index]!]));
  return Array.from(numbers, (number) => items.get(number)!);
}

/** Tell which members the datasets call by different labels: the first ten. */
export async function tellRenamed(rows: UnitedRows, query: readonly Key[]): Promise<readonly string[]> {
  const renamed = new Set<string>();
  for (const [at, key] of query.entries()) {
    const { relabelled, length } = rows.keys[at]!;
    const label = key.dimension.attributes.find(({ name }) => name === "label");
    if (relabelled.size === 0 || !label) continue;
    const first = findFirstRows(rows.joined[at]!, length, relabelled);
    const others = listRelabelled(rows, at, relabelled, first);
    const labelOf = (item: Member | Value): Value => (item as Member).values[label.index]!;
    for (let from = 0; from < others.length && renamed.size < MAX_RENAMED; from += COMPARED) {
      const compared = others.slice(from, from + COMPARED);
      const own = await readRows(rows, at, compared);
      const before = await readRows(
        rows,
        at,
        compared.map((row) => first.get(rows.joined[at]![row]!)!),
      );
      for (const [index, item] of own.entries()) {
        const [mine, theirs] = [before[index] as Member, item as Member];
        const [one, other] = [labelOf(mine), labelOf(theirs)];
        if (one === other || renamed.size >= MAX_RENAMED) continue;
        const name = mine.values[key.dimension.identity.index];
        renamed.add(
          `${key.dimension.name} "${name}" is "${one}" in "${mine.home!.dataset}" and "${other}" in "${theirs.home!.dataset}"`,
        );
      }
    }
  }
  return [...renamed];
}

/** List the cells whose members may be called otherwise than in the first dataset that has them: one for each member of a dataset. */
function listRelabelled(
  { parts, joined }: UnitedRows,
  at: number,
  relabelled: ReadonlySet<number>,
  first: ReadonlyMap<number, number>,
): readonly number[] {
  const rows: number[] = [];
  let begin = 0;
  for (const { cells } of parts) {
    const seen = new Set<number>();
    for (let row = begin; row < begin + cells.length; row++) {
      const number = joined[at]![row]!;
      if (!relabelled.has(number) || seen.has(number)) continue;
      seen.add(number);
      if (first.get(number)! < begin) rows.push(row);
    }
    begin += cells.length;
  }
  return rows;
}

/** Find the first row of each of some numbers. Cost: a step for each row up to the last of them. */
function findFirstRows(numbers: Int32Array, end: number, wanted: ReadonlySet<number>): ReadonlyMap<number, number> {
  const first = new Map<number, number>();
  const isMissing = new Uint8Array(end);
  for (const number of wanted) isMissing[number] = 1;
  for (let row = 0; row < numbers.length && first.size < wanted.size; row++) {
    const number = numbers[row]!;
    if (isMissing[number] === 0) continue;
    isMissing[number] = 0;
    first.set(number, row);
  }
  return first;
}

/** Read the members or values of cells of the datasets, as those of the union. */
async function readRows(
  { united, parts, keys, joined }: UnitedRows,
  at: number,
  rows: readonly number[],
): Promise<Items> {
  const { key } = keys[at]!;
  const items: (Member | Value)[] = Array.from({ length: rows.length }, () => null);
  const places = placeRows(parts, rows);
  let begin = 0;
  for (const [index, { part, cells, read }] of parts.entries()) {
    const own = places[index]!;
    const of = united.parts[part]!;
    if (key.dimension === united.datasets) {
      const item = datasetAsMember(part, of, key);
      for (const place of own) items[place] = item;
    } else if (own.length > 0) {
      const { convert } = planReading(of, key);
      const found = await read(
        at,
        Uint32Array.from(own, (place) => rows[place]! - begin),
      );
      own.forEach((place, nth) => {
        items[place] = convert(found[nth]!, joined[at]![rows[place]!]! + 1);
      });
    }
    begin += cells.length;
  }
  return items;
}

/** List for each dataset the places of its rows among some. */
function placeRows(parts: readonly PartCells[], rows: readonly number[]): readonly (readonly number[])[] {
  const places = parts.map((): number[] => []);
  const sorted = [...rows.keys()].toSorted((a, b) => rows[a]! - rows[b]!);
  let [at, end] = [0, parts[0]?.cells.length ?? 0];
  for (const place of sorted) {
    while (rows[place]! >= end) end += parts[++at]!.cells.length;
    places[at]!.push(place);
  }
  return places;
}

/** Pick items of a column by rows. */
export function pickKeys(column: Cells["keys"][number], rows: Uint32Array): Cells["keys"][number] {
  return pickItems<unknown>(column, rows) as unknown as Cells["keys"][number];
}
