import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

/** The used part of DuckDB's API: it need not be installed. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{
        run(sql: string): Promise<{ getRowsJson(): Promise<unknown[][]> }>;
        closeSync(): void;
      }>;
      closeSync(): void;
    }>;
  };
}

const BENCH = resolve("bench/package.json");

/** @returns why there is no DuckDB to compare with; `false` if there is one */
export function explainNoDuckDb(): string | false {
  return !existsSync("bench/node_modules/@duckdb/node-api") && "DuckDB is not installed in bench";
}

/** Give a test a database, closed at the end. @param use gets the rows of a query's answer */
export async function withDuckDb(use: (query: (sql: string) => Promise<unknown[][]>) => Promise<void>): Promise<void> {
  const { DuckDBInstance } = createRequire(BENCH)("@duckdb/node-api") as DuckDb;
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    await use(async (sql) => (await connection.run(sql)).getRowsJson());
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
