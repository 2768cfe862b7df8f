import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderDocument } from "./render-document.js";

// Writes the documents as HTML for the pages that show them.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** Documents outside `docs` that others lead to, and the names of their addresses. */
const OTHERS = {
  "CHANGELOG.md": "changelog",
  "SECURITY.md": "reporting",
  "examples/README.md": "examples",
  "bench/README.md": "benchmarks",
};

const inDocs = readdirSync(join(ROOT, "docs")).filter((file) => file.endsWith(".md"));
const names = new Map([
  ["README.md", "readme"],
  ...inDocs.map((file): [string, string] => [`docs/${file}`, file.slice(0, -".md".length)]),
  ...Object.entries(OTHERS),
]);
const documents = [...names.keys()].map((path) => renderDocument(path, readFileSync(join(ROOT, path), "utf8"), names));
writeFileSync(join(ROOT, "dist/documents.json"), JSON.stringify(documents));
