import { join } from "node:path";
import type { CubeAnswer } from "../cube/answer.js";
import { DIMENSIONS } from "../cube/cube.js";
import { type CubeQuery, querySql } from "../cube/queries.js";
import { csvPath, SHARED_COLUMNS } from "../cube/share.js";
import type { Enter } from "./contestant.js";
import { startPostgres } from "./postgres-server.js";

/** PostgreSQL over codes, with an index on every dimension. */
export const enterPostgres: Enter = async ({ threads, directory }) => {
  const { client, stop } = await startPostgres(join(directory, `postgres-${threads}`), threads);
  const columns = SHARED_COLUMNS.map((name) => `"${name}" int`);
  await client.query(`CREATE UNLOGGED TABLE cube (${columns.join(", ")})`);
  await client.query(`COPY cube FROM '${csvPath(directory)}' (FORMAT csv)`);
  for (const { name } of DIMENSIONS) await client.query(`CREATE INDEX ON cube ("${name}")`);
  await client.query("VACUUM ANALYZE cube");
  const sqlOf = (query: CubeQuery): string => querySql(query, (_, member) => String(member));
  return {
    async answer(query) {
      return readCells(query, (await client.query(sqlOf(query))).rows);
    },
    plan(query) {
      const sql = sqlOf(query);
      return () => client.query(sql);
    },
    close: stop,
  };
};

function readCells({ keys, measures }: CubeQuery, rows: readonly Readonly<Record<string, string>>[]): CubeAnswer {
  const column = (name: string): number[] => rows.map((row) => Number(row[name]));
  return {
    keys: keys.map(column),
    sums: measures.map((measure) => column(`sum_${measure}`)),
    counts: column("num_entries"),
    numCells: null,
  };
}
