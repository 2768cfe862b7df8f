import { enterArquero } from "./peers/arquero.js";
import { enterClickHouse } from "./peers/clickhouse.js";
import type { Enter } from "./peers/contestant.js";
import { enterDuckDbCodes, enterDuckDbEnums } from "./peers/duckdb.js";
import { enterPolarsCategories, enterPolarsCodes } from "./peers/polars.js";
import { enterPostgres } from "./peers/postgres.js";
import { enterSpendcube, enterSpendcubeWarm } from "./peers/spendcube.js";

/** All contestants of the cube benchmark; each runs in a process of its own. */
export const CONTESTANTS: Readonly<Record<string, { readonly enter: Enter; readonly threads: readonly number[] }>> = {
  spendcube: { enter: enterSpendcube, threads: [1, 2] },
  "spendcube, rollups warm": { enter: enterSpendcubeWarm, threads: [1, 2] },
  "DuckDB codes": { enter: enterDuckDbCodes, threads: [1, 2] },
  "DuckDB ENUM": { enter: enterDuckDbEnums, threads: [1, 2] },
  "Polars codes": { enter: enterPolarsCodes, threads: [1, 2] },
  "Polars categorical": { enter: enterPolarsCategories, threads: [1, 2] },
  ClickHouse: { enter: enterClickHouse, threads: [1, 2] },
  PostgreSQL: { enter: enterPostgres, threads: [1, 2] },
  Arquero: { enter: enterArquero, threads: [1] },
};
