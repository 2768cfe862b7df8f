import type { CubeAnswer } from "../cube/answer.js";
import { DIMENSIONS, type DimensionName, dimensionOf, memberName, memberNames } from "../cube/cube.js";
import { type CubeQuery, querySql } from "../cube/queries.js";
import { csvPath, SHARED_COLUMNS } from "../cube/share.js";
import type { ContestantInput, Enter } from "./contestant.js";
import { importPeer } from "./import-peer.js";

export interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<DuckDbInstance> };
}
export interface DuckDbInstance {
  connect(): Promise<DuckDbConnection>;
  closeSync(): void;
}
interface DuckDbResult {
  getColumnsJS(): Promise<unknown[][]>;
}
interface DuckDbConnection {
  /** Run the statement; the whole result stays in native memory. */
  run(sql: string): Promise<DuckDbResult>;
  prepare(sql: string): Promise<DuckDbStatement>;
  closeSync(): void;
}
export interface DuckDbStatement {
  /** @param parameter number of the parameter, from 1 */
  bindUTinyInt(parameter: number, value: number): void;
  run(): Promise<DuckDbResult>;
}

const TYPES = { 1: "UTINYINT", 2: "USMALLINT", 4: "UINTEGER" } as const;

/** DuckDB over codes; names are looked up outside. */
export const enterDuckDbCodes: Enter = async (input) => {
  const { instance, connection } = await openCodes(input);
  await connection.run("ALTER TABLE codes RENAME TO cube");
  return contest(instance, connection, (_, member) => String(member), Number);
};

/** DuckDB over ENUM columns. Literals have a type, because DuckDB would otherwise cast the whole column. */
export const enterDuckDbEnums: Enter = async (input) => {
  const { instance, connection } = await openCodes(input);
  for (const dimension of DIMENSIONS) {
    const values = memberNames(dimension).map((name) => `('${name}')`);
    await connection.run(`CREATE TABLE ${dimension.name}_names (name VARCHAR)`);
    await connection.run(`INSERT INTO ${dimension.name}_names VALUES ${values.join(", ")}`);
    await connection.run(`CREATE TYPE ${dimension.name}_type AS ENUM (SELECT name FROM ${dimension.name}_names)`);
  }
  const columns = DIMENSIONS.map(({ name, letter, size }) => {
    const digits = String(size - 1).length;
    return `('${letter}' || lpad(${name}::VARCHAR, ${digits}, '0'))::${name}_type AS ${name}`;
  });
  await connection.run(`CREATE TABLE cube AS SELECT ${columns.join(", ")}, amount, quantity FROM codes`);
  await connection.run("DROP TABLE codes");
  const literal = (name: DimensionName, member: number): string =>
    `'${memberName(dimensionOf(name), member)}'::${name}_type`;
  return contest(instance, connection, literal, (name) => Number(String(name).slice(1)));
};

export async function openCodes({ cube, threads, directory }: ContestantInput) {
  const { DuckDBInstance } = await importPeer<DuckDb>("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`SET threads = ${threads}`);
  const types = SHARED_COLUMNS.map((name) => {
    const type = name in cube.codes ? TYPES[cube.codes[name as DimensionName].BYTES_PER_ELEMENT as 1] : "INTEGER";
    return `'${name}': '${type}'`;
  });
  const source = `read_csv('${csvPath(directory)}', header = false, columns = {${types.join(", ")}})`;
  await connection.run(`CREATE TABLE codes AS SELECT * FROM ${source}`);
  return { instance, connection };
}

async function contest(
  instance: DuckDbInstance,
  connection: DuckDbConnection,
  literal: (name: DimensionName, member: number) => string,
  memberOf: (key: unknown) => number,
) {
  return {
    async answer(query: CubeQuery): Promise<CubeAnswer> {
      const columns = await (await connection.run(querySql(query, literal))).getColumnsJS();
      const [keys, measures] = [query.keys.length, query.measures.length];
      return {
        keys: columns.slice(0, keys).map((column) => column.map(memberOf)),
        sums: columns.slice(keys, keys + measures).map((column) => column.map(Number)),
        counts: columns[keys + measures]!.map(Number),
        numCells: null,
      };
    },
    plan(query: CubeQuery) {
      // Neither planning nor converting the result is timed.
      const prepared = connection.prepare(querySql(query, literal));
      return async () => (await prepared).run();
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
