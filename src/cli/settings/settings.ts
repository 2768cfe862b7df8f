import { EXPORT_FORMATS } from "../../calls/formats.js";
import { DERIVED_DATA_SETTINGS, ENGINE_SETTINGS } from "./engine-settings.js";
import { GUESS_SETTINGS } from "./guess-settings.js";
import { type Setting, setting } from "./setting.js";

/** Maximum delay of a timer in Node, in seconds. */
const MOST_SECONDS = 2_147_483;

export const DATA = setting("--data <dir>", "data directory", { preset: "snapshots" });
export const JSON_OUTPUT = setting("--json", "print results as JSON", { type: "flag" });

const KEEP_SOURCES = setting(
  "--keep-sources",
  "keep a compressed copy of each file that is loaded, so that entries lead to their row in it",
  { type: "flag" },
);

export const SERVE_SETTINGS = [
  DATA,
  ...ENGINE_SETTINGS,
  setting("--host <address>", "address to listen on", { preset: "127.0.0.1" }),
  setting("--port <number>", "port to listen on; 0 picks a free one", { preset: 8080, type: "number", most: 65_535 }),
  setting("--base-url <url>", "prefix of every absolute link; default: the address that the request was sent to", {
    type: "url",
  }),
  setting("--tls-cert <file>", "certificate chain; serves HTTPS"),
  setting("--tls-key <file>", "private key of the certificate"),
  setting("--trust-proxy", "believe X-Forwarded-Proto, -Host and -For", { type: "flag" }),
  setting(
    "--trusted-proxies <number>",
    "number of proxies in front of the server, each of which adds to X-Forwarded-For (with --trust-proxy)",
    {
      preset: 1,
      type: "number",
      least: 1,
      most: 100,
    },
  ),
  setting("--rate-limit <number>", "requests per second for each user or address; 0: no limit", {
    preset: 0,
    type: "number",
  }),
  setting("--rate-burst <number>", "burst of requests allowed above --rate-limit", {
    preset: 50,
    type: "number",
    least: 1,
  }),
  setting("--threads <number>", "computing threads of a query; default: one per core", {
    type: "number",
    least: 1,
    most: 1024,
    engine: "memory",
  }),
  setting("--allow-http-loading", "accept loads without HTTPS (development only)", { type: "flag" }),
  setting("--allow-private-urls", "let loads fetch from loopback and private addresses (development only)", {
    type: "flag",
  }),
  setting("--demo", "load the sample dataset if the data directory holds no dataset", { type: "flag" }),
  setting("--without <features>", "leave out parts of the interface, joined by commas: babbage, mcp, oembed, tax"),
  setting("--hide-private", "answer 404 for private datasets, as for missing ones", { type: "flag" }),
  setting("--allow-registration", "let anyone create an account at /register", { type: "flag" }),
  setting("--security-contact <contact>", "e-mail or web address for /.well-known/security.txt", { type: "contact" }),
  setting("--max-header-bytes <number>", "maximum size of a request's URL and headers", {
    preset: 16_384,
    type: "number",
    least: 1024,
    most: 32_768,
  }),
  setting("--max-body-bytes <number>", "maximum size of a request body", { preset: 1_048_576, type: "number" }),
  setting("--max-clauses <number>", "maximum number of clauses in a query", { preset: 1024, type: "number", least: 1 }),
  setting("--max-nesting <number>", "maximum depth of parentheses in a query", {
    preset: 64,
    type: "number",
    least: 1,
  }),
  setting("--max-cells <number>", "maximum number of cells in an aggregation", {
    preset: 10_000_000,
    type: "number",
    least: 1,
  }),
  setting(
    "--max-seconds <number>",
    "maximum computation time in seconds before a response begins; waiting included, at most twice as long",
    {
      preset: 30,
      type: "number",
      least: 1,
      most: MOST_SECONDS,
    },
  ),
  setting("--max-anonymous-seconds <number>", "the same for callers without a key or session", {
    preset: 5,
    type: "number",
    least: 1,
    most: MOST_SECONDS,
  }),
  setting("--max-connections <number>", "maximum number of connections; default: the limit on open files less 200", {
    type: "number",
    least: 1,
  }),
  setting("--max-waiting <number>", "maximum length of the queue of computations", {
    preset: 1000,
    type: "number",
    least: 1,
  }),
  setting(
    "--max-wait-ms <number>",
    "queue wait in milliseconds above which the server counts as overloaded (see docs/operating.md)",
    {
      preset: 5000,
      type: "number",
      least: 1,
    },
  ),
  setting("--max-cache-bytes <number>", "size of the response cache", {
    preset: 67_108_864,
    type: "number",
  }),
  setting("--keep-versions <number>", "versions of a dataset that keep their data, with the current one", {
    preset: 20,
    type: "number",
    least: 2,
  }),
  setting(
    "--keep-bytes <number>",
    "maximum size of all versions that are not current; the one before the current one stays; default: no limit",
    { type: "number" },
  ),
  KEEP_SOURCES,
  ...DERIVED_DATA_SETTINGS,
  setting("--idle-timeout <number>", "seconds after which a silent client is disconnected", {
    preset: 60,
    type: "number",
    least: 1,
    most: MOST_SECONDS,
  }),
  setting(
    "--drain-seconds <number>",
    "seconds of graceful shutdown in which /readyz answers 503 and requests are still answered; then at most as many again until idle connections are closed",
    { preset: 1, type: "number", most: 3600 },
  ),
  setting("--max-loads <number>", "maximum number of loads at a time; others wait", {
    preset: 2,
    type: "number",
    least: 1,
    most: 64,
  }),
  setting("--max-load-minutes <number>", "minutes that a load may run over HTTP; by default any time", {
    type: "number",
    least: 1,
    most: 35_000,
  }),
  setting("--max-waiting-loads <number>", "maximum number of waiting loads", {
    preset: 100,
    type: "number",
    least: 1,
  }),
  setting("--max-source-bytes <number>", "maximum size of a source", {
    preset: 10 * 2 ** 30,
    type: "number",
    least: 1,
  }),
  setting("--max-load-bytes <number>", "maximum heap of a load, without its columns", {
    preset: 2 ** 31,
    type: "number",
    least: 2 ** 25,
    most: 2 ** 42,
  }),
  setting(
    "--max-memory-bytes <number>",
    "memory limit of the process, above which loads and large aggregations are refused; default: nine tenths of the available memory",
    { type: "number", least: 2 ** 27 },
  ),
  setting(
    "--metrics-listen <address>",
    "address and port of /metrics, open to anyone who can reach it, e.g. 127.0.0.1:9464",
  ),
  setting("--log-level <level>", "lowest level that is logged", {
    choices: ["error", "warn", "info"],
    preset: "info",
  }),
  setting("--log-requests", "log every request", { type: "flag" }),
  setting(
    "--slow-query-ms <number>",
    "log queries whose response takes this many milliseconds to begin, and those that are cut off; 0: none",
    { preset: 0, type: "number" },
  ),
] as const satisfies readonly Setting[];

const UNIQUE = setting(
  "--unique",
  "refuse rows with the key of an earlier row, or of an entry of another source; by default they replace those",
  { type: "flag" },
);

const SERVER = setting(
  "--server <url>",
  "server to load into, instead of a data directory, with local files uploaded; for mcp, the server that answers",
  { type: "url" },
);

const KEY = setting(
  "--key <key>",
  "API key of the user at that server; for mcp, without one only public data is found",
);

export const LOAD_SETTINGS: readonly Setting[] = [
  DATA,
  ...ENGINE_SETTINGS,
  setting("--metadata <file>", "model: a local file or a URL", { type: "address" }),
  setting("--csv <file>", "rows: a local file or a URL", { type: "address" }),
  SERVER,
  KEY,
  setting("--package <file>", "datapackage.json instead of --metadata and --csv: a local file or a URL", {
    type: "address",
  }),
  setting("--private", "make the dataset private if it is new", { type: "flag" }),
  setting("--owner <name>", "user who manages the dataset, besides the administrators"),
  setting("--skip-invalid", "load the valid rows and list the others", { type: "flag" }),
  UNIQUE,
  setting("--allow-empty", "accept a source without rows for a dataset that has entries", { type: "flag" }),
  setting("--replace", "drop all entries and sources of the dataset, then load under this model", { type: "flag" }),
  KEEP_SOURCES,
  setting("--max-source-bytes <number>", "maximum size of a source", {
    preset: 10 * 2 ** 30,
    type: "number",
    least: 1,
  }),
  JSON_OUTPUT,
];

export const VALIDATE_SETTINGS: readonly Setting[] = [
  { ...DATA, help: "data directory, whose dataset of the model's name the rows are compared with" },
  ...ENGINE_SETTINGS,
  setting("--metadata <file>", "model: a local file or a URL", { type: "address" }),
  setting("--csv <file>", "rows to check against it: a local file or a URL", { type: "address" }),
  setting("--package <file>", "datapackage.json instead of --metadata and --csv: a local file or a URL", {
    type: "address",
  }),
  setting("--max-source-bytes <number>", "maximum size of a source", {
    preset: 10 * 2 ** 30,
    type: "number",
    least: 1,
  }),
  UNIQUE,
  setting("--all", "list every error; by default the first five of each kind and column, and their number", {
    type: "flag",
  }),
  JSON_OUTPUT,
];

export const PROPOSE_SETTINGS: readonly Setting[] = [...GUESS_SETTINGS, JSON_OUTPUT];

export const PUBLISH_FILE_SETTINGS: readonly Setting[] = [
  DATA,
  ...ENGINE_SETTINGS,
  ...GUESS_SETTINGS,
  setting(
    "--answers <file>",
    "JSON file with answers to the questions, by their ids; without a terminal nothing is asked",
  ),
  setting("--private", "make the dataset private if it is new", { type: "flag" }),
  setting(
    "--yes",
    "do not ask before a dataset is dropped or files are published; without a terminal nothing is asked",
    {
      type: "flag",
    },
  ),
];

export const MCP_SETTINGS: readonly Setting[] = [SERVER, KEY];

export const EXPORT_SETTINGS: readonly Setting[] = [
  DATA,
  ...ENGINE_SETTINGS,
  setting("--format <format>", "format of entries", { choices: EXPORT_FORMATS, preset: "csv" }),
  setting("--out <file>", "file to write; default, and for -: standard output"),
];

export const DATASET_SETTINGS: readonly Setting[] = [DATA, JSON_OUTPUT];

export const LIST_SETTINGS: readonly Setting[] = [...DATASET_SETTINGS, ...ENGINE_SETTINGS];

export const DROP_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  setting(
    "--yes",
    "do not ask before a dataset is dropped or files are published; without a terminal nothing is asked",
    {
      type: "flag",
    },
  ),
];

export const PUBLISH_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  setting("--versions", "publish the versions that were loaded while it was private, too", { type: "flag" }),
];

export const MANAGERS_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  setting("--add <name>", "user to add as a manager"),
  setting("--remove <name>", "manager to remove"),
];

const PASSWORD = setting("--password-stdin", "read the password from the first line of standard input", {
  type: "flag",
});

export const PASSWORD_SETTINGS: readonly Setting[] = [...DATASET_SETTINGS, PASSWORD];

export const ADD_USER_SETTINGS: readonly Setting[] = [
  ...PASSWORD_SETTINGS,
  setting("--admin", "make the user an administrator, who may read and change every dataset", { type: "flag" }),
  setting("--fullname <text>", "full name"),
  setting("--email <address>", "e-mail address"),
];
