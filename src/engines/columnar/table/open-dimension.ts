import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { CodeColumn } from "../../kernel/query/table.js";
import type { Dimension } from "../../../core/model/cube.js";
import { computeAttributes, viewComputed } from "./compute-attributes.js";
import { openMembers } from "./members.js";
import type { PickMembers } from "./pick-members.js";
import { RankCache } from "./ranks.js";
import type { TermColumn } from "./term-column.js";
import type { DerivedMembers, DimensionColumn } from "./table.js";
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
  return new OpenDimension(memories, rows, dimension, codes, columns, words);
}

/** Return a dimension with the codes of other rows; its members are the same. */
export function columnWithCodes(column: DimensionColumn, codes: CodeColumn): DimensionColumn {
  const { dimension, columns, attributes, missing, ranks, pickMembers, words, base, derived, computed } = column;
  const own = { dimension, codes, columns, attributes, missing, ranks, pickMembers, words };
  return { ...own, ...(base && { base }), ...(derived && { derived }), ...(computed && { computed }) };
}

/** A dimension whose parts are opened when they are first read: of thousands of tables, a query reads few columns each. */
class OpenDimension implements DimensionColumn {
  readonly dimension: Dimension;
  readonly codes: CodeColumn;
  readonly columns: readonly ValueColumn[];
  readonly words: TermColumn | null;
  readonly #memories: readonly CubeMemory[];
  readonly #rows: number;
  #listed: readonly Values[] | undefined;
  #attributes: readonly Values[] | undefined;
  #missing: number | undefined;
  #ranks: RankCache | undefined;
  #pick: PickMembers | undefined;
  #computed: ReadonlyMap<number, DerivedMembers> | undefined;

  constructor(
    memories: readonly CubeMemory[],
    rows: number,
    dimension: Dimension,
    codes: CodeColumn,
    columns: readonly ValueColumn[],
    words: TermColumn | null,
  ) {
    this.dimension = dimension;
    this.codes = codes;
    this.columns = columns;
    this.words = words;
    this.#memories = memories;
    this.#rows = rows;
  }

  get attributes(): readonly Values[] {
    return (this.#attributes ??= this.#openAttributes());
  }

  get missing(): number {
    return (this.#missing ??= this.#findMissing());
  }

  get ranks(): RankCache {
    return (this.#ranks ??= new RankCache(this.attributes));
  }

  get pickMembers(): PickMembers {
    return (this.#pick ??= openMembers(this.#stored, this.missing, this.#isCached));
  }

  get computed(): ReadonlyMap<number, DerivedMembers> {
    return (this.#computed ??= computeAttributes(this.dimension, this.#stored[this.dimension.identity.index]!));
  }

  /** The attributes that are stored. */
  get #stored(): readonly Values[] {
    return (this.#listed ??= this.columns.map((each) => openValues(this.#memories, each, this.#isCached)));
  }

  get #isCached(): boolean {
    return this.columns[0]!.length <= Math.max(FEW_MEMBERS, this.#rows / ENTRIES_PER_MEMBER);
  }

  #openAttributes(): readonly Values[] {
    const { computed } = this;
    if (computed.size === 0) return this.#stored;
    return [...this.#stored, ...viewComputed(computed, this.columns[0]!.length)];
  }

  #findMissing(): number {
    const { kind, identity } = this.dimension;
    return kind === "compound" ? -1 : findMissing(this.#stored[identity.index]!, this.columns[identity.index]!);
  }
}

/** Return the member without an identity; -1 if there is none. There is at most one. */
function findMissing(values: Values, { missing, length }: ValueColumn): number {
  if (missing === 0) return -1;
  for (let member = 0; member < length; member++) if (values.isMissing(member)) return member;
  return -1;
}
