import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Site, SiteLink } from "../../calls/site.js";
import { Conflict } from "../../core/errors/errors.js";
import { readLogo } from "./read-logo.js";

const KEYS = ["name", "logo", "accent", "navigation", "featured", "footer"] as const;

/** The part of a site that a theme file says. */
type Theme = Partial<Pick<Site, (typeof KEYS)[number]>>;

/**
 * Read a theme file: a JSON object with any of `name`, `logo`, `accent`, `navigation`, `featured` and `footer`.
 * @throws Conflict with all that is wrong in it; the system's error if it cannot be read
 */
export function readTheme(path: string): Theme {
  const wrong: string[] = [];
  const given = parseObject(path);
  for (const key of Object.keys(given).filter((each) => !(KEYS as readonly string[]).includes(each))) {
    wrong.push(`unknown key "${key}"; the keys are: ${KEYS.join(", ")}`);
  }
  const { name, logo, accent, featured } = given;
  if (name !== undefined && !isText(name)) wrong.push('"name" must be a text');
  if (logo !== undefined && !isText(logo)) wrong.push('"logo" must be the path of an SVG file');
  if (accent !== undefined && !(isText(accent) && /^#[0-9a-f]{6}$/i.test(accent)))
    wrong.push(`"accent" must be a colour such as "#0b5c56", not ${JSON.stringify(accent)}`);
  if (featured !== undefined && !(Array.isArray(featured) && featured.every(isText)))
    wrong.push('"featured" must be a list of names of datasets');
  for (const key of ["navigation", "footer"] as const) wrong.push(...checkLinks(key, given[key]));
  if (wrong.length > 0) throw new Conflict(wrong.map((each) => `--site-theme: ${path}: ${each}`));
  const theme = given as Theme;
  return {
    ...theme,
    ...(theme.logo !== undefined && { logo: readLogo("--site-theme", resolve(dirname(path), theme.logo)) }),
    ...(theme.accent !== undefined && { accent: theme.accent.toLowerCase() }),
  };
}

function parseObject(path: string): Readonly<Record<string, unknown>> {
  const text = readFileSync(path, "utf8");
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    throw new Conflict(`--site-theme: ${path} is not JSON: ${(error as Error).message}`);
  }
  throw new Conflict(`--site-theme: ${path} must be a JSON object`);
}

function checkLinks(key: "navigation" | "footer", links: unknown): readonly string[] {
  if (links === undefined) return [];
  const example = `{"label": "About", "url": "/docs"}`;
  if (!Array.isArray(links)) return [`"${key}" must be a list of links such as ${example}`];
  return links.flatMap((link: Partial<SiteLink> | null, at) => {
    const { label, url } = link ?? {};
    const isLabel =
      isText(label) ||
      (typeof label === "object" && Object.keys(label).length > 0 && Object.values(label).every(isText));
    const isUrl = isText(url) && /^(?:https?:\/\/|mailto:|\/(?!\/))/.test(url);
    return isLabel && isUrl
      ? []
      : [
          `link ${at + 1} of "${key}" must be like ${example}: with a label, and a URL that begins with "/", "https://", "http://" or "mailto:"`,
        ];
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
