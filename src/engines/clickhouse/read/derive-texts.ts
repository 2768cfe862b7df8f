import type { Derivation, Dimension } from "../../../core/model/cube.js";
import { MISSING } from "../client/missing-text.js";
import { type RowBlock, RowReader } from "../client/row-reader.js";
import { type InlineColumn, viewInline } from "../table/inline-column.js";
import type { Lookups } from "../table/lookups.js";
import { allShards, type ClusterVersion } from "../table/version.js";
import { ViewColumn } from "../table/view-column.js";
import { nameOf, readDerivedText } from "../table/view-columns.js";
import { checkNumber, MAX_TEXTS } from "./read-texts.js";
import { StatementParts } from "./statement.js";

/** Code of entries without a member. */
const NONE = 0;

/**
 * View a dimension that is derived from an inline one: its members get codes, which a dictionary in the cluster has for
 * the texts, or for their beginnings. @returns `null` for any other dimension
 * @throws OverCapacity if there are too many members
 */
export async function deriveFromTexts(
  version: ClusterVersion,
  lookups: Lookups,
  dimension: Dimension,
): Promise<ViewColumn | null> {
  const { derivation } = dimension;
  const from = derivation?.from.dimension;
  if (!from || from.derivation || from.sources) return null;
  const { facts } = version;
  const { inline } = facts.dimensions[from.index]!;
  if (!inline) return null;
  const base = viewInline(from, facts.table, inline);
  const key = writeKey(derivation, base);
  const block = await readKeys(version, derivation, base, key);
  checkNumber(block.length, dimension.name);

  const names: (string | null)[] = [null];
  const counts: number[] = [facts.numEntries];
  const codeOfName = new Map<string, number>();
  const codeOfKey = new Map<string, number>();
  for (let row = 0; row < block.length; row++) {
    const text = block.text(row, 0)!;
    const name = nameOf(derivation, text)!;
    const code = codeOfName.get(name) ?? names.push(name) - 1;
    codeOfName.set(name, code);
    codeOfKey.set(text, code);
    const entries = block.number(row, 1);
    counts[code] = (counts[code] ?? 0) + entries;
    counts[NONE]! -= entries;
  }
  return new ViewColumn({
    dimension,
    column: `dictGet('${await lookups.ofCodes(codeOfKey)}', 'code', ${key})`,
    ofTexts: {
      from: base,
      codeOf: (text) => (text === null ? NONE : (codeOfKey.get(keyOf(derivation, text)) ?? NONE)),
    },
    isStored: false,
    codes: Uint32Array.from(names.keys()).filter((code) => counts[code]! > 0),
    counts: Float64Array.from(counts),
    valueAt: (code, attribute) => readDerivedText(dimension, names[code]!, attribute),
    // Keys are read in the order in which entries first have them.
    idAt: (code) => code,
  });
}

/** Write the part of a text that the member follows from. */
function writeKey({ rule }: Derivation, { columns: { text } }: InlineColumn): string {
  return rule.by === "prefix" ? `substringUTF8(${text}, 1, ${rule.length})` : text;
}

function keyOf(derivation: Derivation, text: string): string {
  return derivation.rule.by === "prefix" ? nameOf(derivation, text)! : text;
}

/** Read the keys that members follow from, with their numbers of entries, in the order in which entries first have them. */
async function readKeys(
  { cluster, facts }: ClusterVersion,
  { rule }: Derivation,
  { columns: { text } }: InlineColumn,
  key: string,
): Promise<RowBlock> {
  const parts = new StatementParts();
  const values = rule.by === "prefix" ? [] : [...rule.values.keys()].filter((value) => typeof value === "string");
  const known = rule.by === "prefix" ? `${text} != ${MISSING}` : parts.isOneText(text, values);
  const sql = `SELECT ${key} AS k, count(), min(pos) AS first FROM ${allShards(cluster, facts.table)} WHERE ${known}
    GROUP BY k ORDER BY first LIMIT ${MAX_TEXTS + 1} FORMAT RowBinary`;
  cluster.refuseSilent();
  const reader = new RowReader(["Text", "UInt64", "UInt64"]);
  const block = reader.read(await cluster.node.query({ sql, tables: parts.tables, parameters: parts.parameters }));
  reader.end();
  return block;
}
