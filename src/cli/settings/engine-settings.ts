import { type Setting, setting } from "./setting.js";

/** Where the entries of datasets are. */
export const ENGINE_SETTINGS: readonly Setting[] = [
  setting("--engine <engine>", "where entries are: in this process's memory, or in a ClickHouse cluster", {
    choices: ["memory", "clickhouse"],
    preset: "memory",
  }),
  setting(
    "--clickhouse-url <urls>",
    "URLs of the cluster's HTTP interface, one for each shard, joined by commas; the password is SPENDCUBE_CLICKHOUSE_PASSWORD, or in the file SPENDCUBE_CLICKHOUSE_PASSWORD_FILE",
  ),
  setting("--clickhouse-cluster <name>", "name of the cluster in its remote_servers", { preset: "spendcube" }),
  setting("--clickhouse-database <name>", "database of the cluster", { preset: "spendcube" }),
  setting("--clickhouse-user <name>", "user of the cluster", { preset: "default" }),
  setting("--clickhouse-ca <file>", "certificates of the authorities that certify the cluster, in PEM"),
  setting("--clickhouse-insecure", "send passwords and data to other machines without HTTPS", { type: "flag" }),
];
