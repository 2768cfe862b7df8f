import { UNBOUNDED } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { Engine, Reader } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { countText, phraseText } from "../../../core/errors/phrase-text.js";
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
  const file = earlier || !last ? null : nameLoaded(last).label;
  const sentences = [
    ...(others.length === 0 ? [] : await explainPeriods(model, { before, after, id })),
    describeTaken(taken, model),
    ...(sums ? describeChange(own, sums, file, model) : []),
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
  const length = shownLength([...own, ...others], time);
  const short = (period: string): string => period.slice(0, length);
  const range = (periods: readonly string[]): string =>
    periods.length === 1
      ? short(periods[0]!)
      : phraseText("versions_from_to", { first: short(periods[0]!), last: short(periods.at(-1)!) });
  const there = new Set(others);
  const common = own.filter((period) => there.has(period));
  const shown = common.length > SHOWN ? range(common) : common.map(short).join(", ");
  const values = { span: range(own), span_b: range(others), count: common.length, total: own.length, known: shown };
  return [phraseText(`${overlapOf(common.length, own.length)}_there`, values)];
}

/** Return which periods of a file are in the dataset already. */
function overlapOf(
  common: number,
  own: number,
): "no_period" | "only_period" | "one_period" | "all_periods" | "some_periods" {
  if (common === 0) return "no_period";
  if (common === own) return own === 1 ? "only_period" : "all_periods";
  return common === 1 ? "one_period" : "some_periods";
}

/** Return the number of characters that dates are written with: as years, if all are first days of years. */
function shownLength(dates: readonly string[], { calendar }: Dimension): number {
  const precision = calendar?.precision;
  if (precision === "year" || dates.every((date) => date.endsWith("-01-01"))) return 4;
  return precision === "month" || dates.every((date) => date.endsWith("-01")) ? 7 : 10;
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
  if (entries === 0) return phraseText("no_entry_replaced", { names });
  const amounts = measures.map(({ name }, at) => `${name} ${grouped(decimalText(sums[at]!))}`).join(", ");
  if (entries === 1) return phraseText("entry_replaced", { names, amounts });
  return phraseText("entries_replaced", { count: entries.toLocaleString("en"), names, amounts });
}

/** @param file name of the file that is compared with; `null` for an earlier load of the same one */
function describeChange(now: SourceSums, then: SourceSums, file: string | null, model: Model): readonly string[] {
  const { currency } = model.dataset;
  const isDivided = currencyDimension(model) !== null;
  const measures = isDivided ? [] : model.measures;
  const compare = (subject: string, own: Decimal, past: Decimal): string => {
    const state = changeOf(own, past);
    return file === null
      ? phraseText("compared_with_last_load", { subject, state })
      : phraseText("compared_with_file", { file, subject, state });
  };
  const whole = (count: number): Decimal => ({ unscaled: BigInt(count), scale: 0 });
  return [
    compare(countText(now.entries, "one_entry", "some_entries"), whole(now.entries), whole(then.entries)),
    ...measures.map(({ name }, at) => {
      const own = now.sums[at]!;
      const amount = `${name} ${grouped(decimalText(own))}${currency === null ? "" : ` ${currency}`}`;
      return compare(amount, own, then.sums[at]!);
    }),
  ];
}

/** Write a change: `20 more (+10 %) than the 200 there`. */
function changeOf(now: Decimal, then: Decimal): string {
  const change = subtractDecimals(now, then);
  const before = grouped(decimalText(then));
  if (change.unscaled === 0n) return phraseText("as_before", { amount: before });
  const isMore = change.unscaled > 0n;
  const size = grouped(decimalText(isMore ? change : { ...change, unscaled: -change.unscaled }));
  const [a, b] = [Number(decimalText(change)), Math.abs(Number(decimalText(then)))];
  const percent = (a / b) * 100;
  const share = percent.toLocaleString("en", {
    maximumSignificantDigits: 3,
    signDisplay: "always",
    useGrouping: false,
  });
  const values = { difference: size, amount: before };
  if (b === 0) return phraseText(isMore ? "more_than_before" : "less_than_before", values);
  return phraseText(isMore ? "more_than_before_by" : "less_than_before_by", { ...values, share });
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
