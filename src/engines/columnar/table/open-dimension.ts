import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn } from "../../kernel/query/table.js";
import type { Dimension } from "../../../core/model/cube.js";
import { computeAttributes, viewComputed } from "./compute-attributes.js";
import { openMembers } from "./members.js";
import { RankCache } from "./ranks.js";
import type { TermColumn } from "./term-column.js";
import type { DimensionColumn } from "./table.js";
import { openValues } from "./open-values.js";
import type { ValueColumn, Values } from "./values.js";

/** Dimensions with up to this many members always cache the strings and objects of their members. */
const FEW_MEMBERS = 4096;
/** Larger dimensions cache them if there are at least this many entries per member. */
const ENTRIES_PER_MEMBER = 32;

/** Open a dimension whose columns are in `memories`; nothing is copied. */
export function openDimension(
  { memories, rows }: { readonly memories: readonly CubeMemory[]; readonly rows: number },
  dimension: Dimension,
  codes: CodeColumn,
  columns: readonly ValueColumn[],
  words: TermColumn | null = null,
): DimensionColumn {
  const members = columns[0]!.length;
  const cached = members <= Math.max(FEW_MEMBERS, rows / ENTRIES_PER_MEMBER);
  const listed = columns.map((each) => openValues(memories, each, cached));
  const identity = dimension.identity.index;
  const missing = dimension.kind === "compound" ? -1 : findMissing(listed[identity]!, columns[identity]!);
  const computed = computeAttributes(dimension, listed[identity]!);
  const attributes = [...listed, ...viewComputed(computed, members)];
  return {
    dimension,
    codes,
    columns,
    attributes,
    missing,
    ranks: new RankCache(attributes),
    pickMembers: openMembers(listed, missing, cached),
    words,
    computed,
  };
}

/** Return the member without an identity; -1 if there is none. There is at most one. */
function findMissing(values: Values, { missing, length }: ValueColumn): number {
  if (missing === 0) return -1;
  for (let member = 0; member < length; member++) if (values.isMissing(member)) return member;
  return -1;
}
