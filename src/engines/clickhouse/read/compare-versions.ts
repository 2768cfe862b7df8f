import type { ChangedRows } from "../../../core/engine/changed-rows.js";
import { errorText } from "../../../core/errors/error-text.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Both, SharedDimension, SharedFields } from "../../../core/model/shared-fields.js";
import { type Members, readTuples } from "../table/members.js";
import { amountColumn, codeColumn } from "../table/version.js";
import { inlineColumns } from "../table/inline-columns.js";
import type { ReadScope } from "./scope.js";
import type { ViewedVersion } from "./viewed-version.js";
import { StatementParts } from "./statement.js";

/** Rows are positions of entries, in 32 bits. */
const MAX_POSITION = 2 ** 32;

/**
 * Compare two versions: each shard joins the entries that it has, by their ids. Members are compared by the texts of
 * their shared attributes, which are numbered here, unless one of the dimensions is inline.
 */
export async function compareClusterVersions(
  before: ReadScope,
  after: ReadScope,
  shared: SharedFields,
  most = Infinity,
): Promise<ChangedRows> {
  after.check();
  const [earlier, later] = [before.view.version, after.view.version];
  if (
    earlier.facts.shards !== later.facts.shards ||
    Math.max(earlier.facts.nextPosition, later.facts.nextPosition) > MAX_POSITION
  ) {
    throw new OverCapacity(errorText("versions_not_compared"));
  }
  const different = await after.shared(() => listDifferences(before.view, after.view, shared));
  const limit = Number.isFinite(most) ? `LIMIT ${most}` : "";
  const sql = (left: string, right: string, join: string, where: string, columns: string): string =>
    `SELECT ${columns}, a.id AS row_id FROM ${left} a ${join} JOIN ${right} b ON a.id = b.id WHERE ${where}
      ORDER BY row_id ${limit}`;
  const [old, now] = [earlier.facts.table, later.facts.table];
  const read = async (statement: string, columns: 1 | 2): Promise<readonly Uint32Array[]> => {
    const found: { readonly id: string; readonly rows: readonly number[] }[] = [];
    for (const node of later.cluster.nodes) found.push(...(await readPairs(after, node, statement, columns)));
    found.sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
    const kept = found.slice(0, Number.isFinite(most) ? most : undefined);
    return Array.from({ length: columns }, (_, at) => Uint32Array.from(kept, ({ rows }) => rows[at]!));
  };
  const [added] = await read(sql(now, old, "LEFT ANTI", "1", "a.pos"), 1);
  const [removed] = await read(sql(old, now, "LEFT ANTI", "1", "a.pos"), 1);
  const [from, to] = await read(sql(old, now, "INNER", `(${different})`, "a.pos, b.pos"), 2);
  return { added: added!, removed: removed!, changed: { before: from!, after: to! } };
}

async function readPairs(
  scope: ReadScope,
  node: ViewedVersion["version"]["cluster"]["nodes"][number],
  sql: string,
  columns: 1 | 2,
): Promise<readonly { readonly id: string; readonly rows: readonly number[] }[]> {
  const types = [...Array.from({ length: columns }, () => "UInt64" as const), "Id" as const];
  const block = await scope.rows(sql, new StatementParts(), types, node);
  return Array.from({ length: block.length }, (_, row) => ({
    id: block.id(row, columns),
    rows: Array.from({ length: columns }, (_, at) => block.number(row, at)),
  }));
}

/** Write a test that the shared fields of two joined rows `a` and `b` differ. */
async function listDifferences(
  before: ViewedVersion,
  after: ViewedVersion,
  { dimensions, measures }: SharedFields,
): Promise<string> {
  const members = await Promise.all(dimensions.map((each) => writeMemberTest(before, after, each)));
  const amounts = measures.map((both) => {
    const scales: Both<number> = {
      before: before.version.facts.measures[both.before.index]!.scale,
      after: after.version.facts.measures[both.after.index]!.scale,
    };
    const scale = Math.max(scales.before, scales.after);
    const column = (alias: string, index: number, own: number): string =>
      `toInt256(${alias}.${amountColumn(index)}) * toInt256('${10n ** BigInt(scale - own)}')`;
    return `${column("a", both.before.index, scales.before)} != ${column("b", both.after.index, scales.after)}`;
  });
  return [...members, ...amounts].join(" OR ") || "0";
}

async function writeMemberTest(before: ViewedVersion, after: ViewedVersion, both: SharedDimension): Promise<string> {
  if (isInline(before, both.before) || isInline(after, both.after)) return writeInlineTest(before, after, both);
  const numbers = new Map<string, number>();
  const side = async (view: ViewedVersion, at: "before" | "after", alias: string): Promise<string> => {
    const { index } = both[at];
    const members = view.version.members[index]!;
    const codes: number[] = [];
    const groups = new Uint32Array(members.table.length);
    let code = -1;
    for (const tuple of readTuples(members)) {
      code++;
      if (!tuple) continue;
      const texts = both.attributes.map((attribute) => {
        const value = tuple[attribute[at].index] ?? null;
        return value === null ? null : String(value);
      });
      const key = JSON.stringify(texts);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      groups[code] = number;
      codes.push(code);
    }
    const lookup = await view.lookups.ofNumbers(Uint32Array.from(codes), groups, new Uint32Array(groups.length));
    return `dictGet('${lookup}', 'g', ${alias}.${codeColumn(index)})`;
  };
  const left = await side(before, "before", "a");
  return `${left} != ${await side(after, "after", "b")}`;
}

function isInline({ version }: ViewedVersion, { index }: Dimension): boolean {
  return version.facts.dimensions[index]!.inline !== undefined;
}

/** Write a test of dimensions of which one is inline: they share one attribute, or none. */
async function writeInlineTest(before: ViewedVersion, after: ViewedVersion, both: SharedDimension): Promise<string> {
  const [attribute] = both.attributes;
  if (!attribute) return "0";
  const side = async (view: ViewedVersion, at: "before" | "after", alias: string): Promise<string> => {
    const { index } = both[at];
    if (isInline(view, both[at])) return `${alias}.${inlineColumns(index).text}`;
    const lookup = await lookUpTexts(view, view.version.members[index]!, attribute[at].index);
    return `dictGet('${lookup}', 't', ${alias}.${codeColumn(index)})`;
  };
  return `${await side(before, "before", "a")} != ${await side(after, "after", "b")}`;
}

/** Return a dictionary with the texts of an attribute by code. */
function lookUpTexts({ lookups }: ViewedVersion, { table, ids }: Members, attribute: number): Promise<string> {
  const codes = Uint32Array.from(ids.keys()).filter((code) => ids[code]! > 0);
  const values = table.attributes[attribute]!;
  return lookups.ofTexts(codes, (code) => {
    const value = values.at(code);
    return value === null ? null : String(value);
  });
}
