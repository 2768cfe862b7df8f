import { DERIVED_DATA_SETTINGS, ENGINE_SETTINGS } from "./engine-settings.js";
import { inGroup, type Setting, setting } from "./setting.js";
import { DATA, KEEP_SOURCES } from "./shared-settings.js";

/** Maximum delay of a timer in Node, in seconds. */
const MOST_SECONDS = 2_147_483;

/** Settings of `serve`, in the groups of its help. */
export const SERVE_SETTINGS = [
  ...inGroup("Data", [
    DATA,
    ...ENGINE_SETTINGS,
    setting("--demo", "load the sample dataset if the data directory holds no dataset", { type: "flag" }),
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
  ]),
  ...inGroup("Address", [
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
  ]),
  ...inGroup("Access", [
    setting("--rate-limit <number>", "requests per second for each user or address; 0: no limit", {
      preset: 0,
      type: "number",
    }),
    setting("--rate-burst <number>", "burst of requests allowed above --rate-limit", {
      preset: 50,
      type: "number",
      least: 1,
    }),
    setting("--allow-http-loading", "accept loads without HTTPS (development only)", { type: "flag" }),
    setting("--allow-private-urls", "let loads fetch from loopback and private addresses (development only)", {
      type: "flag",
    }),
    setting("--hide-private", "answer 404 for private datasets, as for missing ones", { type: "flag" }),
    setting("--allow-registration", "let anyone create an account at /register", { type: "flag" }),
    setting("--security-contact <contact>", "e-mail or web address for /.well-known/security.txt", { type: "contact" }),
    setting(
      "--without <features>",
      "leave out parts of the interface, joined by commas: babbage, catalogues, documents, feeds, frames, mcp, members, oembed, reconcile, sitemap, tax",
    ),
  ]),
  ...inGroup("Site", [
    setting("--site-name <name>", "name of the site at the top of every page, and in titles; default: spendcube"),
    setting("--site-logo <file>", "SVG file beside the name"),
    setting("--site-theme <file>", "JSON file with a name, a logo, an accent, links, and datasets for the home page"),
    setting("--site-imprint <url>", "page that says who is responsible for the site, linked at the foot", {
      type: "url",
    }),
    setting(
      "--fonts <folders>",
      "folders with fonts for letters that the program's own lack, in PNG pictures, joined by colons; default: those of the system",
    ),
    setting("--site-contact <contact>", "e-mail or web address, linked at the foot", { type: "contact" }),
  ]),
  ...inGroup("Requests", [
    setting("--max-header-bytes <number>", "maximum size of a request's URL and headers", {
      preset: 16_384,
      type: "number",
      least: 1024,
      most: 32_768,
    }),
    setting("--max-body-bytes <number>", "maximum size of a request body", { preset: 1_048_576, type: "number" }),
    setting("--max-clauses <number>", "maximum number of clauses in a query", {
      preset: 1024,
      type: "number",
      least: 1,
    }),
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
    setting("--threads <number>", "computing threads of a query; default: one per core", {
      type: "number",
      least: 1,
      most: 1024,
      engine: "memory",
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
    setting("--idle-timeout <number>", "seconds after which a silent client is disconnected", {
      preset: 60,
      type: "number",
      least: 1,
      most: MOST_SECONDS,
    }),
    setting(
      "--drain-seconds <number>",
      "seconds of graceful shutdown in which /readyz answers 503 and requests are still answered; then at most as many again until open connections that were in use are closed",
      { preset: 1, type: "number", most: 3600 },
    ),
  ]),
  ...inGroup("Loads", [
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
  ]),
  ...inGroup("Monitoring", [
    setting(
      "--metrics-listen <address>",
      "address and port of /metrics, open to anyone who can reach it, e.g. 127.0.0.1:9464",
    ),
    setting("--log-level <level>", "lowest level that is logged", {
      choices: ["error", "warn", "info"],
      preset: "info",
    }),
    setting(
      "--log-format <format>",
      "json: an object a line, for programs; text: time, level, message and fields, for eyes",
      {
        choices: ["json", "text"],
        preset: "json",
      },
    ),
    setting("--log-requests", "log every request", { type: "flag" }),
    setting(
      "--slow-query-ms <number>",
      "log queries whose response takes this many milliseconds to begin, and those that are cut off; 0: none",
      { preset: 0, type: "number" },
    ),
  ]),
] as const satisfies readonly Setting[];
