import { errorText } from "../../../core/errors/error-text.js";
import { foldValue } from "../../../core/engine/fold-case.js";
import { compareText } from "../../../core/engine/compare.js";
import type { Cells, Engine } from "../../../core/engine/engine.js";
import { Pace } from "../../../core/engine/pace.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { compareDecimals, type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import { bindAggregate } from "../../../core/query/aggregate/bind.js";
import { grouped } from "../../../sources/ingest/totals/control.js";
import { parameters } from "../../../core/query/parameters.js";

/** Maximum number of members of a dimension that are compared. */
const MAX_MEMBERS = 2 ** 17;
/** Maximum number of groups of twins that are listed for a dimension, of names in a group, and of characters of each. */
const MAX_LISTED = 5;
const MAX_NAMES = 4;
const MAX_NAME = 80;

/**
 * Write a warning for each dimension with names that differ only in letter case, blanks, dots or blanks at the end, or the
 * form in which Unicode writes accents: each is a member of its own, and readers take them for one. It names the first with
 * what they come to.
 * Cost: an aggregate for each dimension of texts with at most 131,072 members, and a step for each of these.
 * @param pace of these steps: a server answers others meanwhile
 */
export async function warnOfTwins(
  model: Model,
  engine: Engine,
  signal: AbortSignal | undefined,
  pace = new Pace({ deadline: Infinity, signal }),
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const dimension of model.dimensions.filter(hasNames)) {
    const groups = await findTwins(model, engine, dimension, signal, pace);
    if (groups.length === 0) continue;
    const unit = unitOf(model);
    const listed = groups
      .slice(0, MAX_LISTED)
      .map((group) => describeGroup(group, unit))
      .join("; ");
    const rest = groups.length > MAX_LISTED ? `; and ${groups.length - MAX_LISTED} more groups` : "";
    warnings.push(errorText("names_alike", { dimension: dimension.name, names: listed + rest }));
  }
  return warnings;
}

/** Name the unit of what the names come to: the currency of the first measure, else its label. */
function unitOf({ measures: [measure], dataset }: Model): string {
  return measure === undefined ? "entries" : (dataset.currency ?? measure.label);
}

interface Twin {
  readonly name: string;
  /** Its total; the number of its entries if there is no measure. */
  readonly amount: Decimal;
}

function hasNames({ kind, identity }: Dimension): boolean {
  return (kind === "attribute" || kind === "compound") && identity.type === "text";
}

async function findTwins(
  model: Model,
  engine: Engine,
  dimension: Dimension,
  signal: AbortSignal | undefined,
  pace: Pace,
): Promise<readonly (readonly Twin[])[]> {
  const bounds = { maxCells: MAX_MEMBERS, deadline: Infinity, signal };
  const attribute = dimension.kind === "compound" ? `${dimension.name}.${dimension.identity.name}` : dimension.name;
  return withReader({ model, engine }, bounds, async (reader) => {
    if ((await reader.countMembers(dimension)) > MAX_MEMBERS) return [];
    const wanted: [string, string][] = [["drilldown", attribute]];
    const { query } = bindAggregate(model, parameters([...wanted, ["pagesize", String(MAX_MEMBERS)]]), 1);
    // An order of all members would stay in memory.
    const { cells } = await reader.aggregate({ ...query, order: [] });
    const groups = await groupAlike(cells, dimension.identity.index, pace);
    return groups
      .map((group) => group.map(({ name, cells: of, row }) => ({ name, amount: amountOf(of, row, model) })))
      .map((group) => group.toSorted(compareTwins))
      .toSorted(([a], [b]) => compareTwins(a!, b!));
  });
}

/** A name, and the cell that tells what it comes to. */
interface Named {
  readonly name: string;
  readonly cells: Cells;
  readonly row: number;
}

/** Group the members of cells that look alike, without those that are like no other. */
async function groupAlike(batches: AsyncIterable<Cells>, identity: number, pace: Pace): Promise<readonly Named[][]> {
  const firsts = new Map<string, Named>();
  const groups = new Map<string, Named[]>();
  for await (const cells of batches) {
    await pace.repeat(cells.length, (row) => {
      const value = cells.keys[0]![row];
      const name = typeof value === "object" && value !== null ? value.values[identity] : value;
      if (typeof name !== "string") return;
      const named = { name, cells, row };
      const likeness = likenessOf(name);
      const first = firsts.get(likeness);
      const group = first && groups.get(likeness);
      if (!first) firsts.set(likeness, named);
      else if (group) group.push(named);
      else groups.set(likeness, [first, named]);
    });
  }
  return [...groups.values()];
}

function amountOf({ sums, numEntries }: Cells, row: number, { measures }: Model): Decimal {
  return measures.length > 0 ? decimalAt(sums[0]!, row) : { unscaled: BigInt(numEntries[row]!), scale: 0 };
}

/** Order the larger one first. */
function compareTwins(a: Twin, b: Twin): number {
  return compareDecimals(b.amount, a.amount) || compareText(a.name, b.name);
}

/** Words of ASCII between single blanks, without a dot at the end. */
const EVEN = /^[!-~]+(?: [!-~]+)*(?<!\.)$/;

/** Return what names that look alike have in common. */
function likenessOf(name: string): string {
  if (EVEN.test(name)) return name.toUpperCase();
  const even = name
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[\s.]+$/u, "");
  return String(foldValue(even));
}

function describeGroup(twins: readonly Twin[], unit: string): string {
  const listed = twins
    .slice(0, MAX_NAMES)
    .map(({ name, amount }) => `${quote(name, twins)} (${grouped(decimalText(amount))} ${unit})`);
  return listed.join(" and ") + (twins.length > MAX_NAMES ? ` and ${twins.length - MAX_NAMES} more` : "");
}

/** Quote a name; one that differs from another by the form of its accents alone says which form it has. */
function quote(name: string, twins: readonly Twin[]): string {
  const composed = name.normalize("NFC");
  const isSeen = twins.some((each) => each.name !== name && each.name.normalize("NFC") === composed);
  const form = isSeen ? (name === composed ? " in NFC" : " not in NFC") : "";
  const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
  return `${JSON.stringify(short)}${form}`;
}
