import { createHash } from "node:crypto";
import { readAsset } from "../../assets/assets.js";
import type { Asset } from "../../assets/list.js";

/** A file that pages need. */
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
  /** Path of a file under the server's origin. */
  readonly pathOf: (file: keyof typeof FILES) => string;
  /** By the name under which it is served, which changes with what is in it. */
  readonly find: (name: string) => StaticFile | undefined;
}

/** Read the files that pages need, each under a name of its own content: whoever has it never has to ask again. */
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
