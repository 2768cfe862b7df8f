import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Site, SiteLink } from "../../calls/site.js";
import { errorText } from "../../core/errors/error-text.js";
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
    wrong.push(errorText("theme_key_unknown", { key, known: KEYS.join(", ") }));
  }
  const { name, logo, accent, featured } = given;
  if (name !== undefined && !isText(name)) wrong.push(errorText("theme_name_not_a_text"));
  if (logo !== undefined && !isText(logo)) wrong.push(errorText("theme_logo_not_a_path"));
  if (accent !== undefined && !(isText(accent) && /^#[0-9a-f]{6}$/i.test(accent)))
    wrong.push(errorText("theme_accent_not_a_colour", { json: JSON.stringify(accent) }));
  if (featured !== undefined && !(Array.isArray(featured) && featured.every(isText)))
    wrong.push(errorText("theme_featured_not_a_list"));
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
    throw new Conflict(
      `--site-theme: ${errorText("theme_not_json", { file: path, detail: (error as Error).message })}`,
    );
  }
  throw new Conflict(`--site-theme: ${errorText("theme_not_an_object", { file: path })}`);
}

function checkLinks(key: "navigation" | "footer", links: unknown): readonly string[] {
  if (links === undefined) return [];
  if (!Array.isArray(links)) return [errorText("theme_links_not_a_list", { key })];
  return links.flatMap((link: Partial<SiteLink> | null, at) => {
    const { label, url } = link ?? {};
    const isLabel =
      isText(label) ||
      (typeof label === "object" && Object.keys(label).length > 0 && Object.values(label).every(isText));
    const isUrl = isText(url) && /^(?:https?:\/\/|mailto:|\/(?!\/))/.test(url);
    return isLabel && isUrl ? [] : [errorText("theme_link_incomplete", { number: at + 1, key })];
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
