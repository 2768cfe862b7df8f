import { UNBOUNDED } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { Engine, Reader } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { describeCount } from "../../../sources/ingest/report.js";
import { grouped } from "../../../sources/ingest/totals/control.js";
import type { Attribute, Dimension, Model } from "../../../core/model/cube.js";
import { currencyDimension } from "../../../core/model/currency-dimension.js";
import { withSourceDimension } from "../../../core/model/source-dimension.js";
import { addDecimals, type Decimal, decimalText, subtractDecimals } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import type { Dataset } from "../../../store/dataset.js";
import { nameLoaded } from "../../reading/describe/loaded-from.js";

/** Most sources, and periods by source, that are compared. */
const MAX_SOURCES = 10_000;
const MAX_PERIODS = 100_000;
/** Number of periods that are named. */
const SHOWN = 4;

/** A dataset before a file was loaded into it, and the table after. */
export interface NextFile {
  readonly before: Pick<Dataset, "model" | "engine" | "sources">;
  readonly after: Engine;
  /** Source of the file. */
  readonly id: number;
}

/** How the next file relates to a dataset. */
export interface NextComparison {
  readonly sentences: readonly string[];
  /** Number of entries of other sources that it replaces. */
  readonly taken: number;
}

/** Entries of a source: their number, and the sum of each measure. */
interface SourceSums {
  readonly entries: number;
  readonly sums: readonly Decimal[];
}

/**
 * Say how the next file of a dataset relates to what is there: the periods and entries that both have, and the change in
 * rows and sums since the last file.
 * Cost: two queries of each version.
 */
export async function describeNext({ before, after, id }: NextFile): Promise<NextComparison> {
  if (before.engine.numEntries === 0) return { sentences: [], taken: 0 };
  const { sources } = before;
  const model = withSourceDimension(before.model, new Map());
  const [then, now] = await Promise.all([readSums(model, before.engine), readSums(model, after)]);
  const own = now.get(id) ?? { entries: 0, sums: model.measures.map(() => ZERO) };
  const earlier = sources.find((source) => source.id === id);
  const others = sources.filter((source) => source.id !== id && then.has(source.id));
  const last = earlier ?? others.toSorted((a, b) => Number(a.loaded) - Number(b.loaded) || a.id - b.id).at(-1);
  const sums = last && then.get(last.id);
  const taken = sumTaken(then, now, id, model);
  const when = earlier ? "when it was loaded last" : `in ${last ? nameLoaded(last).label : ""}`;
  const sentences = [
    ...(others.length === 0 ? [] : await explainPeriods(model, { before, after, id })),
    describeTaken(taken, model),
    ...(sums ? describeChange(own, sums, when, model) : []),
  ];
  return { sentences, taken: taken.entries };
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };

async function readSums(model: Model, engine: Engine): Promise<ReadonlyMap<number, SourceSums>> {
  const source = model.dimensions.at(-1)!;
  const { keys, sums, numEntries, length } = await aggregate(model, engine, [[source, source.identity]], MAX_SOURCES);
  return new Map(
    Array.from({ length }, (_, at) => {
      const amounts = sums.map((column) => decimalAt(column, at));
      return [Number(keys[0]![at]), { entries: numEntries[at]!, sums: amounts }];
    }),
  );
}

/** Say which periods of a file other sources have, too. */
async function explainPeriods(model: Model, { before, after, id }: NextFile): Promise<readonly string[]> {
  const time = model.dimensions.find(({ name }) => name === "time");
  if (time?.kind !== "date") return [];
  const attribute = time.attributes.find(({ name }) => name === "name")!;
  const of = async (engine: Engine, isOwn: boolean) => periodsOf(model, engine, time, attribute, id, isOwn);
  const [own, others] = await Promise.all([of(after, true), of(before.engine, false)]);
  if (own.length === 0 || others.length === 0) return [];
  const { unit: units, length } = precisionOf([...own, ...others], time);
  const short = (period: string): string => period.slice(0, length);
  const range = (periods: readonly string[]): string =>
    periods.length === 1 ? short(periods[0]!) : `${short(periods[0]!)} to ${short(periods.at(-1)!)}`;
  const there = new Set(others);
  const common = own.filter((period) => there.has(period));
  const counted = describeCount(own.length, units, `${units}s`);
  const shown = common.length > SHOWN ? range(common) : common.map(short).join(", ");
  const overlap =
    common.length === 0
      ? `no ${units} is in both`
      : `${common.length === own.length ? "all of its" : `${common.length} of its`} ${counted} ${common.length === 1 ? "is" : "are"} there already: ${shown}`;
  return [`the file has ${range(own)}, the dataset ${range(others)}: ${overlap}`];
}

/** Return the unit of dates, and the characters that they are written with: as years, if all are first days of years. */
function precisionOf(
  dates: readonly string[],
  { calendar }: Dimension,
): { readonly unit: string; readonly length: number } {
  const precision = calendar?.precision;
  if (precision === "year" || dates.every((date) => date.endsWith("-01-01"))) return { unit: "year", length: 4 };
  return precision === "month" || dates.every((date) => date.endsWith("-01"))
    ? { unit: "month", length: 7 }
    : { unit: "day", length: 10 };
}

/** List the periods of a source, or of all others, in their order. */
async function periodsOf(
  model: Model,
  engine: Engine,
  time: Dimension,
  attribute: Attribute,
  id: number,
  isOwn: boolean,
): Promise<readonly string[]> {
  const source = model.dimensions.at(-1)!;
  const places = [
    [time, attribute],
    [source, source.identity],
  ] as const;
  const { keys, length } = await aggregate(model, engine, places, MAX_PERIODS);
  const found = new Set<string>();
  for (let at = 0; at < length; at++) {
    const period = keys[0]![at];
    if (period !== null && (Number(keys[1]![at]) === id) === isOwn) found.add(String(period));
  }
  return [...found].toSorted();
}

/** Add up the entries of other sources that a file replaces. */
function sumTaken(
  then: ReadonlyMap<number, SourceSums>,
  now: ReadonlyMap<number, SourceSums>,
  id: number,
  model: Model,
): SourceSums {
  let entries = 0;
  let sums = model.measures.map(() => ZERO);
  for (const [source, before] of then) {
    if (source === id) continue;
    const after = now.get(source);
    entries += before.entries - (after?.entries ?? 0);
    sums = sums.map((sum, at) => addDecimals(sum, subtractDecimals(before.sums[at]!, after?.sums[at] ?? ZERO)));
  }
  return { entries, sums };
}

function describeTaken({ entries, sums }: SourceSums, { key, measures }: Model): string {
  const names = key.map(({ name }) => name).join(", ");
  if (entries === 0) return `no key (${names}) is one of an entry that another file has written`;
  const amounts = measures.map(({ name }, at) => `${name} ${grouped(decimalText(sums[at]!))}`).join(", ");
  const replaced =
    entries === 1
      ? "1 entry that another file has written is"
      : `${entries.toLocaleString("en")} entries that other files have written are`;
  return `${replaced} replaced, as the key (${names}) is the same: ${amounts}`;
}

function describeChange(now: SourceSums, then: SourceSums, when: string, model: Model): readonly string[] {
  const { currency } = model.dataset;
  const isDivided = currencyDimension(model) !== null;
  const measures = isDivided ? [] : model.measures;
  return [
    `${describeCount(now.entries, "entry", "entries")}, ${changeOf({ unscaled: BigInt(now.entries), scale: 0 }, { unscaled: BigInt(then.entries), scale: 0 })} ${when}`,
    ...measures.map(({ name }, at) => {
      const [own, past] = [now.sums[at]!, then.sums[at]!];
      return `${name} ${grouped(decimalText(own))}${currency === null ? "" : ` ${currency}`}, ${changeOf(own, past)} ${when}`;
    }),
  ];
}

/** Write a change: `20 more (+10 %) than the 200`. */
function changeOf(now: Decimal, then: Decimal): string {
  const change = subtractDecimals(now, then);
  const before = `the ${grouped(decimalText(then))}`;
  if (change.unscaled === 0n) return `as ${before}`;
  const isMore = change.unscaled > 0n;
  const size = grouped(decimalText(isMore ? change : { ...change, unscaled: -change.unscaled }));
  const [a, b] = [Number(decimalText(change)), Math.abs(Number(decimalText(then)))];
  const percent = (a / b) * 100;
  const shown = percent.toLocaleString("en", { maximumSignificantDigits: 3, signDisplay: "always" });
  const share = b === 0 ? "" : ` (${shown} %)`;
  return `${size} ${isMore ? "more" : "less"}${share} than ${before}`;
}

type Place = readonly [dimension: Dimension, attribute: Attribute];

function aggregate(model: Model, engine: Engine, places: readonly Place[], limit: number) {
  const keys = places.map(([dimension, attribute]) => ({ dimension, attribute }));
  const query = { filters: [], keys, measures: model.measures, order: [], first: 0, limit };
  return withReader(
    { engine, model },
    UNBOUNDED,
    async (reader: Reader) => (await gatherCells(await reader.aggregate(query))).cells,
  );
}
