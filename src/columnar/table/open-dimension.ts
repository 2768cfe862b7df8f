import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn } from "../../kernel/query/table.js";
import type { Dimension } from "../../model/cube.js";
import { openMembers } from "./members.js";
import { RankCache } from "./ranks.js";
import type { TermColumn } from "./term-column.js";
import type { DimensionColumn } from "./table.js";
import { openValues } from "./open-values.js";
import type { ValueColumn, Values } from "./values.js";

/** Dimensions of so many members keep the strings and objects that were made of them, however few the entries. */
const FEW_MEMBERS = 4096;
/** Others do where there are at least so many entries for each member. */
const ENTRIES_PER_MEMBER = 32;

/** Make a dimension readable that lies in some memories. */
export function openDimension(
  { memories, rows }: { readonly memories: readonly CubeMemory[]; readonly rows: number },
  dimension: Dimension,
  codes: CodeColumn,
  columns: readonly ValueColumn[],
  words: TermColumn | null = null,
): DimensionColumn {
  const members = columns[0]!.length;
  const kept = members <= Math.max(FEW_MEMBERS, rows / ENTRIES_PER_MEMBER);
  const attributes = columns.map((each) => openValues(memories, each, kept));
  const identity = dimension.identity.index;
  const missing = dimension.kind === "compound" ? -1 : findMissing(attributes[identity]!, columns[identity]!);
  return {
    dimension,
    codes,
    columns,
    attributes,
    missing,
    ranks: new RankCache(attributes),
    pickMembers: openMembers(attributes, missing, kept),
    words,
  };
}

/** The member without an identity: there is one at most. */
function findMissing(values: Values, { missing, length }: ValueColumn): number {
  if (missing === 0) return -1;
  for (let member = 0; member < length; member++) if (values.isMissing(member)) return member;
  return -1;
}
