import { createHash } from "node:crypto";
import { readAsset } from "../../assets/assets.js";
import type { Asset } from "../../assets/list.js";

/** A file that pages link to. */
export interface StaticFile {
  readonly form: "css" | "js" | "svg";
  readonly text: string;
}

const FILES: Readonly<Record<string, Asset>> = {
  "style.css": "src/pages/static/style.css",
  "quicker.js": "src/pages/static/quicker.js",
  "icon.svg": "src/pages/static/icon.svg",
};

export interface StaticFiles {
  /** Return the path of a file under the server's origin. */
  readonly pathOf: (file: keyof typeof FILES) => string;
  /** Find a file by the name under which it is served; the name changes with the content. */
  readonly find: (name: string) => StaticFile | undefined;
}

/** Read the files that pages link to. Each name contains a hash of the content, so browsers can cache files forever. */
export function readStaticFiles(): StaticFiles {
  const named = Object.entries(FILES).map(([file, asset]) => {
    const text = Buffer.from(readAsset(asset)).toString();
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
    const [stem = "", form = ""] = file.split(".");
    return { file, name: `${stem}.${digest}.${form}`, content: { form: form as StaticFile["form"], text } };
  });
  const names = new Map(named.map(({ file, name }) => [file, name]));
  const contents = new Map(named.map(({ name, content }) => [name, content]));
  return { pathOf: (file) => `/static/${names.get(file)}`, find: (name) => contents.get(name) };
}
