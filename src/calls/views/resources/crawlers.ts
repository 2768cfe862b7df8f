import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";

/** Paths whose pages search engines would follow without end. */
const DISALLOWED = ["/search", "/api/", "/*/explore", "/*/embed", "/*/entries", "/*?", "/login", "/dashboard"];

/** Paths below those that they may read: pictures of charts. */
const ALLOWED = ["/*/explore.png"];

/** Programs that draw previews of links that people share: they read one page each, and follow nothing. */
const PREVIEWERS = ["facebookexternalhit", "LinkedInBot", "Slackbot", "TelegramBot", "Twitterbot", "WhatsApp"];

/** Rules for crawlers that a feature adds. */
export interface CrawlerRules {
  /** Beginnings of paths that they may read. */
  readonly allowed: readonly string[];
  /** Lines for all of them. */
  readonly lines: readonly string[];
}

/** `GET /robots.txt`: what search engines should leave alone. @param added rules of features */
export function showRobots({ version }: Pick<Context, "version">, added: readonly CrawlerRules[]): Answer {
  const allowed = added.flatMap((rules) => rules.allowed);
  const lines = [
    "User-agent: *",
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    ...[...ALLOWED, ...allowed].map((path) => `Allow: ${path}`),
    "",
    ...PREVIEWERS.map((name) => `User-agent: ${name}`),
    "Disallow:",
    ...added.flatMap((rules) => ["", ...rules.lines]),
  ];
  return {
    version: [version, ...allowed].join(" "),
    lastModified: null,
    canonical: "",
    public: true,
    formats: { text: async () => ({ chunks: [`${lines.join("\n")}\n`] }) },
  };
}
