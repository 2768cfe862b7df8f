import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, it } from "node:test";

/** The layers that each layer may import, directly; the README draws them. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  assets: ["errors"],
  model: ["errors"],
  query: ["model", "errors"],
  engine: ["query", "model", "errors"],
  figures: ["engine", "query", "model", "errors"],
  admission: ["engine", "errors"],
  kernel: ["assets", "errors"],
  columnar: ["kernel", "engine", "query", "model", "errors"],
  clickhouse: ["columnar", "engine", "query", "model", "errors"],
  raster: ["assets"],
  ingest: ["engine", "model", "assets", "errors"],
  analysis: ["ingest", "model", "errors"],
  packages: ["ingest", "model", "errors"],
  store: ["engine", "model", "errors"],
  access: ["store", "admission", "engine", "errors"],
  tax: [],
  metrics: [],
  api: [
    "tax",
    "access",
    "store",
    "packages",
    "analysis",
    "ingest",
    "admission",
    "figures",
    "engine",
    "query",
    "model",
    "errors",
  ],
  pages: ["api", "analysis", "raster", "query", "model", "assets"],
  http: ["pages", "raster", "api", "access", "query", "model", "assets", "errors"],
  executors: [
    "http",
    "pages",
    "suggest",
    "api",
    "store",
    "jobs",
    "columnar",
    "kernel",
    "admission",
    "engine",
    "query",
    "model",
    "assets",
    "errors",
  ],
  jobs: ["analysis", "ingest", "clickhouse", "columnar", "kernel", "admission", "engine", "model", "assets", "errors"],
  control: ["errors"],
  cli: [
    "control",
    "executors",
    "jobs",
    "http",
    "metrics",
    "api",
    "access",
    "admission",
    "store",
    "packages",
    "analysis",
    "ingest",
    "clickhouse",
    "columnar",
    "kernel",
    "engine",
    "query",
    "model",
    "assets",
    "errors",
  ],
  "cli.ts": ["cli"],
};

/**
 * The folders of a layer, lowest first; `.` stands for the files of the layer itself. A file may import its own folder
 * and those before it.
 */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  model: ["words", "values", ".", "parse", "edit"],
  query: [".", "text", "syntax", "condition", "search", "aggregate", "distinct", "suggest", "babbage"],
  kernel: ["memory", "ids", "terms", "texts", "query", "workers", "plan", "groups", "."],
  columnar: ["base", "table", "compare", "build", "select", "clustering", "rollups", "search", "."],
  clickhouse: ["client", "table", "read", "build", "."],
  ingest: ["fetch", "decode/letters", "decode", "csv", "tables", "cast", "totals", "."],
  store: ["disk", "."],
  jobs: [".", "rollups"],
  api: [
    ".",
    "formats",
    "describe",
    "lookup",
    "aggregate",
    "entries",
    "search",
    "changes",
    "babbage",
    "loads",
    "drafts/form",
    "drafts",
    "manage",
    "pages",
    "suggest",
    "resources",
  ],
  http: ["message", "request", "reply", "openapi", "mcp", "server", "session", "routes", "."],
  pages: ["parts", "charts", "figures", "entries", "explore", "manage", "."],
  cli: ["settings", "terminal", "directory", "commands", "serve", "."],
};

/**
 * The only places that know which engine there is: where the format is chosen, the threads that work for it, which share
 * its memories and begin with code of their own, so that no format can be handed to them, and the engine of a cluster,
 * whose members are columns of this one.
 */
const COMPOSITION: readonly string[] = [
  "cli/directory",
  "clickhouse/build",
  "clickhouse/read",
  "clickhouse/table",
  "executors/.",
  "jobs/.",
  "jobs/rollups",
];

/** The only layers that may import a package: what is behind it stays there. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  "uWebSockets.js": ["http"],
  msgpackr: ["store"],
  commander: ["cli"],
  "d3-hierarchy": ["pages"],
  "d3-scale": ["pages"],
  "d3-shape": ["pages"],
  "@resvg/resvg-wasm": ["raster"],
  "prom-client": ["metrics"],
  "node:sea": ["assets"],
};

const SOURCE = resolve("src");

describe("layers", () => {
  it("are all known", () => {
    const layers = readdirSync(SOURCE).filter((name) => !name.startsWith("tsconfig"));
    assert.deepEqual(layers.toSorted(), Object.keys(MAY_IMPORT).toSorted());
  });

  it("find what they ship in assets, which the single executable has too", () => {
    const elsewhere = listSources(SOURCE).filter((file) => layerOf(file) !== "assets");
    const own = elsewhere.filter((file) => /\bimport\.meta\b|\bnew Worker\(/.test(readFileSync(file, "utf8")));
    assert.deepEqual(own, []);
  });

  it("have their folders in an order", () => {
    const places = listSources(SOURCE).map(placeOf);
    for (const name of Object.keys(MAY_IMPORT)) {
      const folders = new Set(places.filter(({ layer }) => layer === name).map(({ folder }) => folder));
      assert.deepEqual([...folders].toSorted(), (FOLDERS[name] ?? ["."]).toSorted(), name);
    }
  });

  it("know the columnar engine where it is composed, and nowhere by its class", () => {
    const above = listSources(SOURCE).filter((file) => layerOf(file) !== "columnar");
    const naming = above.filter((file) => /\bColumnarEngine\b/.test(readFileSync(file, "utf8")));
    assert.deepEqual(naming, []);
    const knowing = above.filter((file) => localImports(file).some((target) => layerOf(target) === "columnar"));
    const places = new Set(knowing.map(placeOf).map(({ layer, folder }) => `${layer}/${folder}`));
    assert.deepEqual([...places].toSorted(), COMPOSITION);
  });

  it("have no circle of imports, not even of types", () => {
    assert.deepEqual(findCircles(new Map(listSources(SOURCE).map((file) => [file, localImports(file)]))), []);
  });

  for (const file of listSources(SOURCE)) {
    const layer = layerOf(file);
    it(`lets ${relative(SOURCE, file)} import only its folder and lower ones`, () => {
      const order = FOLDERS[layer] ?? ["."];
      const own = order.indexOf(placeOf(file).folder);
      for (const target of localImports(file)) {
        const place = placeOf(target);
        if (place.layer === layer)
          assert.ok(order.indexOf(place.folder) <= own, `${relative(SOURCE, target)} is higher`);
      }
    });
    it(`lets ${relative(SOURCE, file)} import only what ${layer} may`, () => {
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith(".")) {
          const target = layerOf(resolve(dirname(file), specifier));
          assert.ok(target === layer || MAY_IMPORT[layer]!.includes(target), `${layer} imports ${target}`);
        } else {
          const owner = Object.keys(OWNERS).find((name) => specifier === name || specifier.startsWith(`${name}/`));
          if (owner) assert.ok(OWNERS[owner]!.includes(layer), `${layer} imports ${specifier}`);
        }
      }
    });
  }
});

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });
}

function layerOf(file: string): string {
  return relative(SOURCE, file).split("/")[0]!.replace(/\.js$/, ".ts");
}

/** Layer of a file, and its folder within the layer: `.` for the layer itself. */
function placeOf(file: string): { readonly layer: string; readonly folder: string } {
  const layer = layerOf(file);
  return { layer, folder: layer.endsWith(".ts") ? "." : relative(join(SOURCE, layer), dirname(file)) || "." };
}

/** Files of the program that a file imports. */
function localImports(file: string): readonly string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => resolve(dirname(file), specifier).replace(/\.js$/, ".ts"));
}

/** Circles, each as one path that ends where it begins. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].map((each) => relative(SOURCE, each)).join(" > "));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const lines = text.matchAll(/^(?:import|export)\s(?:[^;]*?\sfrom\s)?"([^"]+)"|\bimport\("([^"]+)"\)/gms);
  return [...lines].map(([, plain, dynamic]) => plain ?? dynamic!);
}
