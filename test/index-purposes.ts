import type { Purpose } from "#src/engines/columnar/memory-report.js";

/** Purposes of data that lets aggregations skip rows. Its bytes are limited to a share of those of `COLUMNS_AND_IDS`. */
export const INDEX_PURPOSES: readonly Purpose[] = ["load order", "posting lists", "zone maps", "rollups"];
