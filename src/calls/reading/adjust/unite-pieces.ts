import type { GroupAdjuster } from "../../../core/figures/groups.js";
import { figuresByRow, figureAt } from "../../../core/figures/column.js";
import { encode, identitiesOf, type ValueAt } from "../../../core/figures/partition.js";
import type { Divisors, PieceStatistic, Pieces } from "../../../core/figures/pieces.js";
import { compareFractions, type Fraction } from "../../../core/model/values/fraction.js";
import { type DecimalColumn, packBigIntegers } from "../../../core/model/values/decimal-column.js";
import type { UnitedModels, UnitedPart } from "../../../core/model/cube.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import { type Adjuster, planAdjustedGroups, type SidePieces, type UsedSeries } from "./adjust.js";
import { type SeriesSelection, sumSelections } from "./divisors.js";
import type { SeriesPeriods } from "./periods.js";

/** The pieces of one dataset of a union. */
export interface PartPieces {
  readonly part: UnitedPart;
  readonly side: SidePieces;
  /** For each key of the union's query, that of the dataset's; -1 for the dataset itself. */
  readonly keyOf: readonly number[];
  /** Calendar years of all its entries. */
  readonly years: ReadonlySet<string>;
}

/** Put the adjustments of several datasets together: each is adjusted by its own series. */
export function uniteAdjusters(united: UnitedModels, parts: readonly PartPieces[], query: AggregateQuery): Adjuster {
  const place = placePieces(parts);
  const keyed = query.keys.map((key, at): ValueAt => {
    const values = parts.flatMap(({ part, side, keyOf }) => {
      const { length } = side.cells;
      if (key.dimension === united.datasets) {
        const isLabel = key.attribute !== null && key.attribute !== united.datasets.identity;
        return Array.from({ length }, () => (isLabel ? part.model.dataset.label : part.name));
      }
      const own = side.query.keys[keyOf[at]!]!;
      const read = identitiesOf(side.cells.keys[keyOf[at]!]!, own);
      const { type } = key.attribute ?? key.dimension.identity;
      return Array.from({ length }, (_, row) => {
        const value = read(row);
        return type === "text" && typeof value === "number" ? String(value) : value;
      });
    });
    return (row) => values[row]!;
  });
  const sums = query.measures.map((_, at) => joinColumns(parts.map(({ side }) => side.cells.sums[at]!)));
  const pieces = joinPieces(united, parts, query, sums, place);
  const periodOf: ValueAt = (row) => {
    const { side, first } = place(row);
    return side.periodOf(row - first);
  };
  const grouped: GroupAdjuster & Pick<Adjuster, "pieces"> = planAdjustedGroups(query, keyed, sums, pieces, periodOf);
  return {
    ...grouped,
    paid: null,
    missing: parts.flatMap(({ part, side }) =>
      side.missing.map((each) => ({ ...each, of: [["dataset", part.name] as const, ...each.of] })),
    ),
    used: joinUsed(parts.flatMap(({ side }) => side.used)),
    warnings: [...new Set(parts.flatMap(({ side }) => side.warnings))],
  };
}

/** The dataset of a piece, and its first piece. */
interface PlacedPart extends PartPieces {
  readonly first: number;
}

function placePieces(parts: readonly PartPieces[]): (row: number) => PlacedPart {
  const placed: PlacedPart[] = [];
  let first = 0;
  for (const each of parts) {
    for (let row = 0; row < each.side.cells.length; row++) placed.push({ ...each, first });
    first += each.side.cells.length;
  }
  return (row) => placed[row]!;
}

function joinColumns(columns: readonly DecimalColumn[]): DecimalColumn {
  const scale = columns.reduce((most, column) => Math.max(most, column.scale), 0);
  const unscaled = columns.flatMap((column) => {
    const factor = 10n ** BigInt(scale - column.scale);
    return Array.from<number | bigint, bigint>(column.unscaled, (integer) => BigInt(integer) * factor);
  });
  return packBigIntegers(unscaled, scale);
}

function joinPieces(
  united: UnitedModels,
  parts: readonly PartPieces[],
  query: AggregateQuery,
  sums: readonly DecimalColumn[],
  place: (row: number) => PlacedPart,
): Pieces {
  const length = parts.reduce((sum, { side }) => sum + side.cells.length, 0);
  const factors = parts.flatMap(({ side }) => side.pieces.factors);
  const factorOf = new Int32Array(length);
  let [first, before] = [0, 0];
  for (const { side } of parts) {
    side.pieces.factorOf.forEach((factor, row) => (factorOf[first + row] = before + factor));
    first += side.cells.length;
    before += side.pieces.factors.length;
  }
  const { statistics = [] } = query;
  const ofAmounts = statistics.filter(({ is }) => is !== "count");
  return {
    length,
    sums: query.measures.map((measure, at) => (isMoneyMeasure(measure) ? sums[at]! : null)),
    statistics: statistics.map((statistic): PieceStatistic | null => {
      const at = ofAmounts.indexOf(statistic);
      const found = parts.map(({ side }) => (at < 0 ? null : (side.pieces.statistics[at] ?? null)));
      const [known] = found;
      if (!known || found.includes(null)) return null;
      const read = (row: number): Fraction | null => {
        const { side, first: own } = place(row);
        return figureAt(side.pieces.statistics[at]!.figures, row - own);
      };
      return { is: known.is, figures: figuresByRow(length, read) };
    }),
    factorOf,
    factors,
    divisors: parts.every(({ side }) => side.divisors !== null) ? joinDivisors(united, parts, query, place) : null,
  };
}

/**
 * Put the divisors of several datasets together. What a group is divided by in a period is what its datasets have
 * together, the same members counted once; a dataset without any entry in the year is left out.
 */
function joinDivisors(
  united: UnitedModels,
  parts: readonly PartPieces[],
  query: AggregateQuery,
  place: (row: number) => PlacedPart,
): Divisors {
  const slotsOf = (row: number): SeriesPeriods | null => {
    const { side, first } = place(row);
    const { divisors, slots } = { ...side.divisors! };
    return slots[divisors.periods.groupOf[row - first]!] ?? null;
  };
  const length = parts.reduce((sum, { side }) => sum + side.cells.length, 0);
  const periods = encode(length, (row) => JSON.stringify(slotsOf(row)));
  const slots = periods.values.map((value) => JSON.parse(String(value)) as SeriesPeriods | null);
  const used = new Map(parts.map(({ part }) => [part, new Set<string>()] as const));
  for (let row = 0; row < length; row++) {
    for (const slot of slotsOf(row)?.slots ?? []) used.get(place(row).part)!.add(slot.slice(0, 4));
  }
  const hasEntries = ({ part, years }: PartPieces, { slots: own }: SeriesPeriods): boolean =>
    own.some((slot) => years.has(slot.slice(0, 4)) || used.get(part)!.has(slot.slice(0, 4)));
  const shownBy = query.keys.findIndex(({ dimension }) => dimension === united.datasets);
  return {
    periods,
    planGroup(pieces, kept) {
      const own = new Map<UnitedPart, number[]>(parts.map(({ part }) => [part, []]));
      for (const row of pieces) {
        const { part, first } = place(row);
        own.get(part)!.push(row - first);
      }
      const isShown = shownBy >= 0 && kept[shownBy]!;
      const selections = new Map<string, { readonly selection: SeriesSelection; readonly of: PartPieces[] }>();
      for (const each of parts) {
        const rows = own.get(each.part)!;
        if (rows.length === 0 && isShown) continue;
        const keptHere = each.side.query.keys.map((_, key) => kept[each.keyOf.indexOf(key)]!);
        for (const selection of each.side.divisors!.select(Int32Array.from(rows), keptHere)) {
          const known = selections.get(selection.key);
          if (known) known.of.push(each);
          else selections.set(selection.key, { selection, of: [each] });
        }
      }
      return (period) => {
        const at = slots[period] ?? null;
        if (!at) return null;
        const present = [...selections.values()].filter(({ of }) => of.some((each) => hasEntries(each, at)));
        return sumSelections(
          present.map(({ selection }) => selection),
          at,
        );
      };
    },
  };
}

/** Put together what datasets used of the same series; values that differ between them are left out. */
function joinUsed(all: readonly UsedSeries[]): readonly UsedSeries[] {
  const joined = new Map<string, UsedSeries>();
  for (const used of all) {
    const key = JSON.stringify([used.kind, used.dataset.model.dataset.name, used.dataset.number, used.base]);
    const before = joined.get(key);
    joined.set(key, before ? { ...before, values: joinValues(before.values, used.values) } : used);
  }
  return [...joined.values()].toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

const KINDS: readonly UsedSeries["kind"][] = ["prices", "in", "per"];

function joinValues(a: UsedSeries["values"], b: UsedSeries["values"]): UsedSeries["values"] {
  if (!a || !b) return null;
  const differs = [...b].some(([period, value]) => {
    const own = a.get(period);
    return own !== undefined && compareFractions(own, value) !== 0;
  });
  return differs ? null : new Map([...a, ...b]);
}
