import type { CubeMemory } from "../kernel/memory/cube-memory.js";
import type { ZoneMaps } from "../kernel/plan/zone-maps.js";
import type { Rollups } from "./rollups/rollups.js";
import { nameParts } from "./rollups/grouping-set.js";
import { layFloats } from "./table/float-column.js";
import type { FoldedOrders } from "./table/folded-orders.js";
import { ID_BYTES } from "./base/id-index.js";
import { layRecords } from "./table/record-column.js";
import { layTerms } from "./table/term-column.js";
import type { IndexedTable } from "./select/select-members.js";
import { layTexts } from "./table/text-column.js";
import type { ColumnarTable } from "./table/table.js";
import type { ValueColumn } from "./table/values.js";

/** Purposes of a table's bytes, as `dataset list --json` names them. */
export type Purpose =
  | "codes of dimensions"
  | "measures"
  | "ids"
  | "id index"
  | "sources"
  | "records of sources"
  | "load order"
  | "values of members"
  | "text index"
  | "term index"
  | "rounding"
  | "room for queries"
  | "posting lists"
  | "zone maps"
  | "rollups"
  | "sorted members"
  | "members of derived dimensions"
  | "answers about all entries";

/** Purposes of derived data. Data that is "stored" can be read from disk; data that is "built" is built when needed. */
export const DERIVED_PURPOSES: Readonly<Partial<Record<Purpose, "stored" | "built">>> = {
  "load order": "stored",
  "id index": "stored",
  "text index": "stored",
  "term index": "stored",
  "posting lists": "built",
  "zone maps": "built",
  rollups: "stored",
  "sorted members": "built",
  "members of derived dimensions": "built",
  "answers about all entries": "built",
};

/** Purposes of the loaded data itself. */
export const COLUMNS_AND_IDS: readonly Purpose[] = ["codes of dimensions", "measures", "ids", "sources"];

export interface MemoryUse {
  readonly purpose: Purpose;
  /** Name of a dimension, an attribute (`to.label`) or a measure, or all names of a rollup; `null`: the whole table. */
  readonly column: string | null;
  readonly bytes: number;
}

/** A view of a table, which has members, orders and cached results of its own. */
export interface ReportedView {
  readonly table: ColumnarTable;
  readonly answerBytes: number;
}

export interface ReportedTable extends IndexedTable {
  readonly rollups: Rollups;
  readonly zones: ZoneMaps;
  readonly orders: Pick<FoldedOrders, "bytesOf">;
  /** Views of the table by models with derived dimensions or calendars. */
  readonly views: readonly ReportedView[];
  /** Bytes of cached results. */
  readonly answerBytes: number;
  /** Bytes that large queries of a memory hold outside it. */
  overflowBytesOf(memory: CubeMemory): number;
}

/** Report all bytes of a table's memories by column, then those of its derived data. The sum is the table's total. */
export function reportMemory(reported: ReportedTable): readonly MemoryUse[] {
  const { table, postingLists, rollups, zones, orders, answerBytes } = reported;
  const { model, rows, dimensions, measures, sources, records, order, ids, memories } = table;
  const accounts: MemoryUse[] = [
    { purpose: "ids", column: null, bytes: ids ? rows * ID_BYTES : 0 },
    { purpose: "id index", column: null, bytes: rows * 4 },
    { purpose: "sources", column: null, bytes: rows * (sources.codes?.width ?? 0) },
    { purpose: "records of sources", column: null, bytes: records ? layRecords(rows, records.runs) : 0 },
    { purpose: "load order", column: null, bytes: rows * (order?.places.width ?? 0) },
  ];
  for (const { dimension, codes, columns, words } of dimensions) {
    accounts.push({ purpose: "codes of dimensions", column: dimension.name, bytes: rows * codes.width });
    for (const [at, column] of columns.entries()) {
      const { name } = dimension.attributes[at]!;
      accounts.push(...accountForValues(column, dimension.kind === "attribute" ? name : `${dimension.name}.${name}`));
    }
    if (words) accounts.push({ purpose: "term index", column: dimension.name, bytes: layTerms(words) });
  }
  for (const [at, { limbs }] of measures.entries()) {
    const width = limbs.reduce((sum, limb) => sum + limb.width, 0);
    accounts.push({ purpose: "measures", column: model.measures[at]!.name, bytes: rows * width });
  }
  const columns = accounts.reduce((sum, { bytes }) => sum + bytes, 0);
  const contents = memories.reduce((sum, memory) => sum + memory.contents.length, 0);
  const all = memories.reduce((sum, { ownBytes }) => sum + ownBytes, 0);
  accounts.push({ purpose: "rounding", column: null, bytes: contents - columns });
  const elsewhere = memories.reduce((sum, memory) => sum + reported.overflowBytesOf(memory), 0);
  accounts.push({ purpose: "room for queries", column: null, bytes: all - contents + elsewhere });
  for (const column of dimensions) {
    const bytes = postingLists.bytesOf(column);
    accounts.push({ purpose: "posting lists", column: column.dimension.name, bytes });
    const orderBytes = column.ranks.bytes + orders.bytesOf(column);
    accounts.push({ purpose: "sorted members", column: column.dimension.name, bytes: orderBytes });
  }
  accounts.push({ purpose: "answers about all entries", column: null, bytes: answerBytes });
  for (const view of reported.views) accounts.push(...accountForView(view, orders));
  const blocks: MemoryUse[] = [
    ...dimensions.map(({ dimension, codes }) => ({ column: dimension.name, bytes: zones.bytesOf(codes) })),
    ...measures.flatMap(({ limbs }, at) =>
      limbs.map((limb) => ({ column: model.measures[at]!.name, bytes: zones.bytesOf(limb) })),
    ),
  ].map((each) => ({ purpose: "zone maps", ...each }));
  accounts.push(...blocks.filter(({ bytes }) => bytes > 0));
  for (const { grouping, memory } of rollups.held) {
    const column = nameParts(model, grouping).join(", ");
    const { length } = memory.contents;
    accounts.push({ purpose: "rollups", column, bytes: length });
    const overflow = memory.ownBytes - length + reported.overflowBytesOf(memory);
    accounts.push({ purpose: "room for queries", column, bytes: overflow });
  }
  return accounts;
}

function accountForView(
  { table, answerBytes }: ReportedView,
  orders: Pick<FoldedOrders, "bytesOf">,
): readonly MemoryUse[] {
  const own = table.dimensions.filter(({ base }) => base);
  return [
    ...own.flatMap((viewed): MemoryUse[] => {
      const column = viewed.dimension.name;
      const members = [...(viewed.derived ? [viewed.derived] : []), ...(viewed.computed?.values() ?? [])];
      const bytes = members.reduce((sum, each) => sum + each.bytes(), 0);
      return [
        { purpose: "members of derived dimensions", column, bytes },
        { purpose: "sorted members", column, bytes: viewed.ranks.bytes + orders.bytesOf(viewed) },
      ];
    }),
    { purpose: "answers about all entries", column: null, bytes: answerBytes },
  ];
}

function accountForValues(values: ValueColumn, column: string): readonly MemoryUse[] {
  if (values.type === "number") {
    return [{ purpose: "values of members", column, bytes: layFloats(values).total }];
  }
  const { slots, total } = layTexts(values);
  return [
    { purpose: "values of members", column, bytes: slots },
    { purpose: "text index", column, bytes: total - slots },
  ];
}
