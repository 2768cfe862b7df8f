import { join } from "node:path";
import { startPostgres } from "../peers/postgres-server.js";
import type { EnterSearch } from "./contestant.js";
import type { CorpusDimension } from "./corpus.js";
import type { Clause } from "./questions.js";
import { entriesPath, textsPath } from "./share.js";
import { questionSql, readFound } from "./sql.js";

/** Text weights, which mark the dimension of a word; the remaining dimensions share weight D. */
const WEIGHTS = ["A", "B", "C"];
/** A word that occurs in no question, put between texts so that no phrase spans two of them. */
const GAP = "zzgap";

/**
 * A separate PostgreSQL server on this machine. Every entry has a `tsvector` of all its texts, with a GIN index; there is
 * an index on the amounts, too. Vectors are concatenated from those of the distinct texts.
 */
export const enterPostgres: EnterSearch = async ({ dimensions }, threads, directory) => {
  const { client, stop } = await startPostgres(join(directory, `postgres-${threads}`), threads);
  const start = performance.now();
  const largest = dimensions.toSorted((a, b) => b.texts.length - a.texts.length);
  const weightOf = (dimension: CorpusDimension): string => WEIGHTS[largest.indexOf(dimension)] ?? "D";
  for (const dimension of dimensions) {
    const { name } = dimension;
    await client.query(`CREATE UNLOGGED TABLE ${name}_raw (code int, text text)`);
    await client.query(`COPY ${name}_raw FROM '${textsPath(directory, dimension)}' (FORMAT csv)`);
    const vector = `setweight(to_tsvector('simple', text || ' ${GAP}'), '${weightOf(dimension)}')`;
    await client.query(`CREATE UNLOGGED TABLE ${name}_texts AS SELECT code, ${vector} AS words FROM ${name}_raw`);
    await client.query(`ANALYZE ${name}_texts`);
  }
  const codes = dimensions.map(({ name }) => `${name} int`);
  await client.query(`CREATE UNLOGGED TABLE raw (id int, ${codes.join(", ")}, amount bigint)`);
  await client.query(`COPY raw FROM '${entriesPath(directory)}' (FORMAT csv)`);
  const words = dimensions.map(({ name }) => `${name}_texts.words`).join(" || ");
  const joins = dimensions.map(({ name }) => `JOIN ${name}_texts ON ${name}_texts.code = raw.${name}`).join(" ");
  await client.query(`CREATE UNLOGGED TABLE entries AS SELECT raw.*, ${words} AS words FROM raw ${joins}`);
  await client.query("DROP TABLE raw");
  await client.query("CREATE INDEX ON entries USING gin (words) WITH (fastupdate = off)");
  await client.query("CREATE INDEX ON entries (amount)");
  await client.query("VACUUM ANALYZE entries");
  const seconds = (performance.now() - start) / 1000;
  const { rows } = await client.query("SELECT pg_total_relation_size('entries') AS bytes");
  const megabytes = Number(rows[0]!["bytes"]) / 1e6;
  return {
    built: () => ({ seconds, megabytes }),
    plan(question) {
      const where = question.clauses.map((clause) => printClause(dimensions, weightOf, clause));
      const sql = questionSql(question, where.join(" AND "));
      return async () => {
        const found = (await client.query(sql)).rows;
        return readFound(
          question,
          found.map(({ part, n }) => [part!, Number(n)] as const),
        );
      };
    },
    close: stop,
  };
};

function printClause(
  dimensions: readonly CorpusDimension[],
  weightOf: (dimension: CorpusDimension) => string,
  clause: Clause,
): string {
  if ("from" in clause) return `amount BETWEEN ${clause.from} AND ${clause.to}`;
  if ("phrase" in clause) return `words @@ '${clause.phrase.join(" <-> ")}'::tsquery`;
  if ("prefix" in clause) return `words @@ '${clause.prefix}:*'::tsquery`;
  const dimension = dimensions.find(({ name }) => name === clause.dimension);
  return `words @@ '${clause.word}${dimension ? `:${weightOf(dimension)}` : ""}'::tsquery`;
}
