import type { Disagreement } from "../../../core/engine/disagreement.js";
import type { Model } from "../../../core/model/cube.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { Value } from "../../../core/model/values/value.js";
import type { Cluster } from "../client/cluster.js";
import type { StoredMeasure } from "../table/amounts.js";
import { codeColumn } from "../table/version.js";
import { type CodedMembers, hasMoreVariants } from "./coded-members.js";

/** Values that are shown of the member with most. */
const SHOWN = 5;

/** Entries of the new version that have a member. */
interface LeftEntries {
  readonly entries: number;
  /** Number of those that were not written again. */
  readonly old: number;
  readonly amount: bigint;
}

/** List the attributes about which rows disagree. @param table of the new version; the stage is still there */
export async function listClusterDisagreements(
  cluster: Cluster,
  model: Model,
  dimensions: readonly CodedMembers[],
  {
    table,
    stage,
    measures,
  }: { readonly table: string; readonly stage: string; readonly measures: readonly StoredMeasure[] },
): Promise<readonly Disagreement[]> {
  const measure = model.measures.findIndex(({ name }) => name === "amount");
  // They are weighed by amounts.
  if (measure < 0) return [];
  const { scale } = measures[measure]!;
  const found: Disagreement[] = [];
  for (const coded of dimensions) {
    const suspects = listSuspects(coded);
    if (suspects.length === 0) continue;
    const column = codeColumn(coded.dimension.index);
    const left = await countLeft(cluster, { table, stage, column, measure: `m${measure}` }, suspects);
    for (const attribute of coded.dimension.attributes) {
      if (attribute === coded.dimension.identity) continue;
      const own = describeAttribute(coded, attribute.index, suspects, left, scale);
      if (own) found.push({ dimension: coded.dimension.name, attribute: attribute.name, ...own });
    }
  }
  return found;
}

/** List the codes of members for which there may be several values. */
function listSuspects(coded: CodedMembers): readonly number[] {
  if (coded.dimension.kind !== "compound") return [];
  return [...new Set([...coded.variants.keys(), ...coded.changedMembers])];
}

async function countLeft(
  cluster: Cluster,
  { table, stage, column, measure }: Readonly<Record<"table" | "stage" | "column" | "measure", string>>,
  suspects: readonly number[],
): Promise<ReadonlyMap<number, LeftEntries>> {
  const left = new Map<number, LeftEntries>();
  const wanted = new Set(suspects.map(String));
  await cluster.onAll(async (node) => {
    const rows = await node.queryRows({
      sql: `SELECT toString(${column}), toString(count()), toString(countIf(id NOT IN (SELECT id FROM ${stage}))),
        toString(sum(toInt256(${measure}))) FROM ${table} GROUP BY ${column} FORMAT JSONCompact`,
    });
    for (const [code, entries, old, amount] of rows) {
      if (!wanted.has(code!)) continue;
      const before = left.get(Number(code));
      left.set(Number(code), {
        entries: Number(entries) + (before?.entries ?? 0),
        old: Number(old) + (before?.old ?? 0),
        amount: BigInt(amount!) + (before?.amount ?? 0n),
      });
    }
  });
  return left;
}

interface DisagreeingMember extends LeftEntries {
  readonly identity: Value;
  readonly values: readonly Value[];
  readonly isAtLeast: boolean;
}

function describeAttribute(
  coded: CodedMembers,
  attribute: number,
  suspects: readonly number[],
  left: ReadonlyMap<number, LeftEntries>,
  scale: number,
): Omit<Disagreement, "dimension" | "attribute"> | null {
  const members = suspects.flatMap((code): readonly DisagreeingMember[] => {
    const entries = left.get(code);
    if (!entries) return [];
    const before = entries.old > 0 ? coded.previousTuple(code) : null;
    const written = coded.writtenTuples(code);
    const values = new Set<Value>([...(before ? [before] : []), ...written].map((tuple) => tuple[attribute]!));
    values.delete(null);
    if (values.size < 2) return [];
    const identity = coded.tupleAt(code)[coded.dimension.identity.index]!;
    return [{ identity, values: [...values], isAtLeast: hasMoreVariants(written), ...entries }];
  });
  if (members.length === 0) return null;
  const worst = members.reduce((a, b) => {
    const more = b.values.length - a.values.length || b.entries - a.entries;
    return more > 0 || (more === 0 && String(b.identity) < String(a.identity)) ? b : a;
  });
  const amountOf = (of: readonly LeftEntries[]): Decimal => ({
    unscaled: of.reduce((sum, { amount }) => sum + amount, 0n),
    scale,
  });
  return {
    members: members.length,
    entries: members.reduce((sum, { entries }) => sum + entries, 0),
    amount: amountOf(members),
    worst: {
      identity: worst.identity,
      values: worst.values.slice(0, SHOWN),
      numValues: worst.values.length,
      isAtLeast: worst.isAtLeast,
      entries: worst.entries,
      amount: amountOf([worst]),
    },
  };
}
