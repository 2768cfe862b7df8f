import { inGroup, type Setting, setting } from "./setting.js";

/** Where the entries of datasets are. */
export const ENGINE_SETTINGS = inGroup("Engine", [
  setting("--engine <engine>", "where entries are: in this process's memory, or in a ClickHouse cluster", {
    choices: ["memory", "clickhouse"],
    preset: "memory",
  }),
  setting(
    "--clickhouse-url <urls>",
    "URLs of the cluster's HTTP interface, one for each server, joined by commas; the password is SPENDCUBE_CLICKHOUSE_PASSWORD, or in the file SPENDCUBE_CLICKHOUSE_PASSWORD_FILE",
    { engine: "clickhouse" },
  ),
  setting("--clickhouse-cluster <name>", "name of the cluster in its remote_servers", {
    preset: "spendcube",
    engine: "clickhouse",
  }),
  setting("--clickhouse-database <name>", "database of the cluster", { preset: "spendcube", engine: "clickhouse" }),
  setting("--clickhouse-user <name>", "user of the cluster", { preset: "default", engine: "clickhouse" }),
  setting("--clickhouse-ca <file>", "certificates of the authorities that certify the cluster, in PEM", {
    engine: "clickhouse",
  }),
  setting("--clickhouse-insecure", "send passwords and data to other machines without HTTPS", {
    type: "flag",
    engine: "clickhouse",
  }),
]);

/** Data derived from entries, each with the engine that derives it. */
export const DERIVED_DATA_SETTINGS = [
  setting(
    "--rollup-percent <number>",
    "memory for rollups (pre-aggregates), in percent of the memory of the columns; 0: none",
    {
      preset: 25,
      type: "number",
      most: 100,
      engine: "memory",
    },
  ),
  setting("--rollup-bytes <number>", "memory for rollups of each version whose entries are in a cluster; 0: none", {
    preset: 4_194_304,
    type: "number",
    engine: "clickhouse",
  }),
  setting(
    "--cluster-entries <number>",
    "number of entries from which a load clusters the table (costs 4 bytes per entry)",
    {
      preset: 65_536,
      type: "number",
      engine: "memory",
    },
  ),
] as const satisfies readonly Setting[];
