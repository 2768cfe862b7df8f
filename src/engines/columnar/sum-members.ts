import { canListNames } from "../../core/engine/name-index.js";
import { DimensionSums, joinMemberSums, type MemberSums, type WrittenYear } from "../../core/engine/member-sums.js";
import type { Model } from "../../core/model/cube.js";
import { lookUpAttribute } from "../../core/model/references.js";
import { countInGroups, type FewRows, sumGroups } from "../kernel/group-few.js";
import type { Segment } from "../kernel/memory/segment.js";
import { viewCodes, viewNumbers } from "../kernel/select-few.js";
import { joinLimbs } from "./table/measure-limbs.js";
import { listedAttributes } from "./table/members.js";
import type { ColumnarTable, DimensionColumn } from "./table/table.js";

/** Entries of a table whose members are summed: there are never thousands of larger ones, which the kernel sums. */
const MAX_ROWS = 2 ** 18;
/** Members of a dimension that are summed, and members and years. */
const [MAX_MEMBERS, MAX_CELLS] = [10_000, 2 ** 19];
/** Bytes of the members of a dimension: some, as many for each entry, and at most. */
const [SOME_BYTES, BYTES_PER_ROW, MOST_BYTES] = [2 ** 12, 32, 2 ** 18];

/** The entries of a table by year. */
interface RowsByYear {
  readonly segment: Segment;
  readonly rows: readonly number[];
  readonly years: readonly (number | null)[];
  /** Number of the year of each entry. */
  readonly yearOf: Uint32Array;
}

/**
 * Sum the entries of each member of a table that is stored, by year; `null` for large tables. Dates are left out, members of which
 * each is one entry, and dimensions that would take much space.
 * Cost: a step for each entry, dimension and measure.
 */
export function sumMembers(table: ColumnarTable): MemberSums | null {
  const { model, segments, dimensions, measures, rows } = table;
  if (segments.length > 1 || rows > MAX_ROWS) return null;
  const byYear = splitByYear(table);
  const sums = dimensions.map((column, at) =>
    canListNames(at) && isSummed(model, column) ? sumDimension(table, column, byYear) : null,
  );
  return joinMemberSums(
    sums,
    measures.map(({ scale }) => scale),
  );
}

function splitByYear({ model, segments, dimensions, rows }: ColumnarTable): RowsByYear {
  const [segment] = segments as [Segment];
  const all = Array.from({ length: rows }, (_, row) => row);
  const time = model.dimensions.find(({ name, kind }) => name === "time" && kind === "date");
  const year = time && lookUpAttribute(time, "year");
  if (!time || !year) return { segment, rows: all, years: [null], yearOf: new Uint32Array(rows) };
  const { codes, attributes, columns } = dimensions[time.index]!;
  const numbers = new Map<number | null, number>();
  const numberOf = attributes[year.index]!.pick(Array.from({ length: columns[0]!.length }, (_, code) => code)).map(
    (value) => {
      const own = value === null ? null : Number(value);
      if (!numbers.has(own)) numbers.set(own, numbers.size);
      return numbers.get(own)!;
    },
  );
  const own = viewCodes(segment, codes);
  return { segment, rows: all, years: [...numbers.keys()], yearOf: Uint32Array.from(own, (code) => numberOf[code]!) };
}

function isSummed({ key }: Model, { dimension, columns }: DimensionColumn): boolean {
  const isEntry = key.length === 1 && key[0] === dimension;
  return dimension.kind !== "date" && !isEntry && columns[0]!.length <= MAX_MEMBERS;
}

/** Sum the members of a dimension; `null` if that takes much space. */
function sumDimension(table: ColumnarTable, column: DimensionColumn, byYear: RowsByYear): DimensionSums | null {
  const { segment, rows, years, yearOf } = byYear;
  const members = column.columns[0]!.length;
  const length = members * years.length;
  if (length > MAX_CELLS) return null;
  const codes = viewCodes(segment, column.codes);
  const groupOf = Uint32Array.from(rows, (row) => codes[row]! * years.length + yearOf[row]!);
  const groups: FewRows = { rows, groupOf, length };
  const counts = countInGroups(groups);
  const measures = table.measures.map(({ limbs, limbBits }) => {
    const sums = limbs.map((limb) => sumGroups(groups, viewNumbers(segment, limb)));
    const [first] = sums;
    return (group: number): bigint =>
      sums.length === 1
        ? first![group]!
        : joinLimbs(
            sums.map((limb) => limb[group]!),
            limbBits,
          );
  });
  const values = listedAttributes(column).map((each) => each.pick(Array.from({ length: members }, (_, code) => code)));
  const written = new DimensionSums();
  const most = Math.min(SOME_BYTES + BYTES_PER_ROW * rows.length, MOST_BYTES);
  for (let code = 0; code < members; code++) {
    const own: WrittenYear[] = [];
    for (const [at, year] of years.entries()) {
      const group = code * years.length + at;
      if (counts[group]! > 0)
        own.push({ year, numEntries: counts[group]!, sums: measures.map((sumOf) => sumOf(group)) });
    }
    written.add(
      values.map((each) => each[code]!),
      own,
    );
    if (written.bytes.length > most) return null;
  }
  return written;
}
