import type { Setting } from "./setting.js";
import { Option } from "commander";
import { readSetting } from "./read-setting.js";

const setting = (flags: string, help: string, rest: Omit<Setting, "flags" | "help"> = {}): Setting => ({
  flags,
  help,
  ...rest,
});

/** A timer cannot be set for longer. */
const MOST_SECONDS = 2_147_483;

export const DATA = setting("--data <dir>", "data directory", { preset: "snapshots" });
export const JSON_OUTPUT = setting("--json", "print results as JSON", { type: "flag" });

export const SERVE_SETTINGS: readonly Setting[] = [
  DATA,
  setting("--host <address>", "address to listen on", { preset: "127.0.0.1" }),
  setting("--port <number>", "port to listen on; 0 picks a free one", { preset: 8080, type: "number", most: 65_535 }),
  setting("--base-url <url>", "prefix of every absolute link; by default what the request was sent to", {
    type: "url",
  }),
  setting("--tls-cert <file>", "certificate chain, to serve HTTPS"),
  setting("--tls-key <file>", "private key of the certificate"),
  setting("--trust-proxy", "believe X-Forwarded-Proto, -Host and -For", { type: "flag" }),
  setting(
    "--trusted-proxies <number>",
    "proxies that it believes, one behind the other; each adds to X-Forwarded-For",
    {
      preset: 1,
      type: "number",
      least: 1,
      most: 100,
    },
  ),
  setting("--rate-limit <number>", "requests a second that each user or address may send; 0: any number", {
    preset: 0,
    type: "number",
  }),
  setting("--rate-burst <number>", "requests that one may send at once, with --rate-limit", {
    preset: 50,
    type: "number",
    least: 1,
  }),
  setting("--threads <number>", "aggregation workers; by default one per core", {
    type: "number",
    least: 1,
    most: 1024,
  }),
  setting("--allow-http-loading", "accept loads without HTTPS (development only)", { type: "flag" }),
  setting("--allow-private-urls", "let loads fetch from private addresses (development only)", { type: "flag" }),
  setting("--demo", "load the sample dataset when the data directory holds none", { type: "flag" }),
  setting("--hide-private", "answer for private datasets as for missing ones", { type: "flag" }),
  setting("--allow-registration", "let everybody become a user, with a form at /register", { type: "flag" }),
  setting("--max-header-bytes <number>", "size of a request's URL and headers", {
    preset: 16_384,
    type: "number",
    least: 1024,
    most: 32_768,
  }),
  setting("--max-body-bytes <number>", "size of a request's body", { preset: 1_048_576, type: "number" }),
  setting("--max-clauses <number>", "clauses of one query", { preset: 1024, type: "number", least: 1 }),
  setting("--max-nesting <number>", "levels of parentheses in one query", { preset: 64, type: "number", least: 1 }),
  setting("--max-cells <number>", "cells of one aggregation", { preset: 10_000_000, type: "number", least: 1 }),
  setting("--max-seconds <number>", "seconds of computation before an answer begins", {
    preset: 30,
    type: "number",
    least: 1,
    most: MOST_SECONDS,
  }),
  setting("--max-connections <number>", "connections at once; by default as many as files may be open, less 200", {
    type: "number",
    least: 1,
  }),
  setting("--max-waiting <number>", "heavy requests that may wait for their turn", {
    preset: 1000,
    type: "number",
    least: 1,
  }),
  setting(
    "--max-wait-ms <number>",
    "a longer wait is too long, once for five times as long there has always been something to do: then few wait",
    {
      preset: 5000,
      type: "number",
      least: 1,
    },
  ),
  setting("--max-cache-bytes <number>", "size of the ready answers that are kept", {
    preset: 67_108_864,
    type: "number",
  }),
  setting(
    "--cuboid-percent <number>",
    "memory for sums made before they are asked for, of that of the columns; 0: none",
    {
      preset: 25,
      type: "number",
      most: 100,
    },
  ),
  setting(
    "--cluster-entries <number>",
    "entries from which on a load puts those that are alike together, at 4 bytes each",
    {
      preset: 65_536,
      type: "number",
    },
  ),
  setting("--max-silence <number>", "seconds that a reader may be silent", {
    preset: 60,
    type: "number",
    least: 1,
    most: MOST_SECONDS,
  }),
  setting(
    "--drain-seconds <number>",
    "before its end: seconds for which /readyz says 503 and all goes on, and at most as many until idle connections are closed",
    { preset: 1, type: "number", most: 3600 },
  ),
  setting("--max-loads <number>", "loads that run at once; others wait", {
    preset: 2,
    type: "number",
    least: 1,
    most: 64,
  }),
  setting("--max-waiting-loads <number>", "loads that may wait for their turn", {
    preset: 100,
    type: "number",
    least: 1,
  }),
  setting("--max-source-bytes <number>", "size of a source", { preset: 10 * 2 ** 30, type: "number", least: 1 }),
  setting("--max-load-bytes <number>", "heap that a load may take, its columns and tables aside", {
    preset: 2 ** 31,
    type: "number",
    least: 2 ** 25,
    most: 2 ** 42,
  }),
  setting(
    "--max-memory-bytes <number>",
    "what the process may take: beyond it loads and large aggregations are refused; by default nine tenths of what there is",
    { type: "number", least: 2 ** 27 },
  ),
  setting("--metrics-listen <address>", "address and port for /metrics, to whoever reaches it: 127.0.0.1:9464"),
  setting("--log-level <level>", "least weight of what is logged", {
    choices: ["error", "warn", "info"],
    preset: "info",
  }),
  setting("--log-requests", "log every request, a line each", { type: "flag" }),
  setting("--slow-query-ms <number>", "log what takes so many milliseconds to begin to be answered; 0: nothing", {
    preset: 0,
    type: "number",
  }),
];

export const LOAD_SETTINGS: readonly Setting[] = [
  DATA,
  setting("--metadata <file>", "model: a local file or a URL", { type: "address" }),
  setting("--csv <file>", "rows: a local file or a URL", { type: "address" }),
  setting("--server <url>", "server to load into, in the place of a data directory; local files are sent to it", {
    type: "url",
  }),
  setting("--key <key>", "API key of the user at that server"),
  setting("--package <file>", "datapackage.json in the place of both: a local file or a URL", { type: "address" }),
  setting("--private", "make a new dataset private", { type: "flag" }),
  setting("--owner <name>", "user who manages the dataset beside the administrators"),
  setting("--skip-invalid", "load the good rows and list the bad ones", { type: "flag" }),
  setting("--replace", "drop what the dataset holds and load under this model", { type: "flag" }),
  setting("--max-source-bytes <number>", "size of a source", { preset: 10 * 2 ** 30, type: "number", least: 1 }),
  JSON_OUTPUT,
];

export const VALIDATE_SETTINGS: readonly Setting[] = [
  setting("--metadata <file>", "model: a local file or a URL", { type: "address" }),
  setting("--csv <file>", "rows to check against it: a local file or a URL", { type: "address" }),
  setting("--package <file>", "datapackage.json in the place of both: a local file or a URL", { type: "address" }),
  setting("--max-source-bytes <number>", "size of a source", { preset: 10 * 2 ** 30, type: "number", least: 1 }),
  JSON_OUTPUT,
];

export const EXPORT_SETTINGS: readonly Setting[] = [
  DATA,
  setting("--format <format>", "form of the entries", { choices: ["csv", "ndjson", "arrow"], preset: "csv" }),
  setting("--out <file>", "file to write; by default, and with -, standard output"),
];

export const DATASET_SETTINGS: readonly Setting[] = [DATA, JSON_OUTPUT];

export const MANAGERS_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  setting("--add <name>", "user who manages it from now on"),
  setting("--remove <name>", "user who no longer manages it"),
];

const PASSWORD = setting("--password-stdin", "read the password from standard input, a line", { type: "flag" });

export const PASSWORD_SETTINGS: readonly Setting[] = [...DATASET_SETTINGS, PASSWORD];

export const ADD_USER_SETTINGS: readonly Setting[] = [
  ...PASSWORD_SETTINGS,
  setting("--admin", "let the user read and change every dataset", { type: "flag" }),
  setting("--fullname <text>", "what the user is called"),
  setting("--email <address>", "how to reach the user"),
];

/** `--base-url <url>` is `baseUrl`. */
export function optionName({ flags }: Setting): string {
  return new Option(flags).attributeName();
}

/** `--base-url <url>` reads `SPENDCUBE_BASE_URL`. */
export function environmentName({ flags }: Setting): string {
  const name = flags.split(" ")[0]!.slice(2);
  return `SPENDCUBE_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** The option of a setting. */
export function makeOption(setting: Setting): Option {
  const option = new Option(setting.flags, `${setting.help} (env: ${environmentName(setting)})`);
  if (setting.type === "number" || setting.type === "url") option.argParser((text) => readSetting(setting, text));
  if (setting.choices) option.choices([...setting.choices]);
  if (setting.preset !== undefined) option.default(setting.preset);
  return option;
}
