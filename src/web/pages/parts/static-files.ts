import { createHash } from "node:crypto";
import { basename } from "node:path";
import { PLAIN_SITE, type Site } from "../../../calls/site.js";
import { readAsset } from "../../../core/assets/assets.js";
import { type Asset, FONTS, STYLES } from "../../../core/assets/list.js";
import { accentRules } from "./accent.js";

/** A file that pages link to. */
export interface StaticFile {
  readonly format: "css" | "js" | "svg" | "woff2";
  readonly bytes: Uint8Array;
}

/** Served files, each made of one or more assets. */
const FILES = {
  "style.css": STYLES,
  "quicker.js": [
    "src/web/pages/static/quicker.js",
    "src/web/pages/static/suggest.js",
    "src/web/pages/static/chart-tips.js",
  ],
  "icon.svg": ["src/web/pages/static/icon.svg"],
} as const satisfies Readonly<Record<string, readonly Asset[]>>;

type FontFile = (typeof FONTS)[number] extends infer Path
  ? Path extends `dist/fonts/${infer File}`
    ? File
    : never
  : never;

export interface StaticFiles {
  readonly site: Site;
  /** Path of the site's own logo; `null` if it has none. */
  readonly logoPath: string | null;
  /** Return the path of a file under the server's origin. */
  readonly pathOf: (file: keyof typeof FILES | FontFile) => string;
  /** Find a file by the name under which it is served; the name changes with the content. */
  readonly find: (name: string) => StaticFile | undefined;
}

/** Read the files that pages link to. Each name contains a hash of the content, so browsers can cache files forever. */
export function readStaticFiles(site: Site = PLAIN_SITE): StaticFiles {
  const fonts = FONTS.map((asset) => nameFile(basename(asset), readAsset(asset)));
  const others = Object.entries(FILES).map(([file, assets]) => {
    const text = assets.map((asset) => Buffer.from(readAsset(asset)).toString()).join("\n");
    const accent = site.accent === undefined ? "" : accentRules(site.accent);
    return nameFile(file, Buffer.from(file === "style.css" ? nameFonts(text, fonts) + accent : text));
  });
  const logo = site.logo === undefined ? null : nameFile("logo.svg", Buffer.from(site.logo));
  const all = [...fonts, ...others, ...(logo === null ? [] : [logo])];
  const names = new Map(all.map(({ file, name }) => [file, name]));
  const contents = new Map(all.map(({ name, content }) => [name, content]));
  const logoPath = logo && `/static/${logo.name}`;
  return { site, logoPath, pathOf: (file) => `/static/${names.get(file)}`, find: (name) => contents.get(name) };
}

interface NamedFile {
  readonly file: string;
  readonly name: string;
  readonly content: StaticFile;
}

function nameFile(file: string, bytes: Uint8Array): NamedFile {
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const [stem = "", format = ""] = file.split(".");
  return { file, name: `${stem}.${digest}.${format}`, content: { format: format as StaticFile["format"], bytes } };
}

/** Replace the names of fonts in a style sheet by those under which they are served, beside it. */
function nameFonts(style: string, fonts: readonly NamedFile[]): string {
  return fonts.reduce((text, { file, name }) => text.replaceAll(`url("${file}")`, `url("${name}")`), style);
}
