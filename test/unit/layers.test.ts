import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, it } from "node:test";

/** The rooms that each room may import; `docs/architecture.md` draws them. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  engines: ["core"],
  sources: ["core"],
  store: ["core"],
  access: ["store", "core"],
  calls: ["access", "store", "sources", "core"],
  features: ["web", "calls", "access", "store", "core"],
  web: ["calls", "access", "sources", "core"],
  process: ["features", "web", "calls", "store", "sources", "engines", "core"],
  cli: ["process", "features", "web", "calls", "access", "store", "sources", "engines", "core"],
  "cli.ts": ["cli"],
};

/** What each part of a room may import, directly: other parts of its room, and parts of other rooms. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "core/errors": [],
  "core/assets": ["core/errors"],
  "core/model": ["core/errors"],
  "core/query": ["core/model", "core/errors"],
  "core/engine": ["core/query", "core/model", "core/errors"],
  "core/figures": ["core/engine", "core/query", "core/model", "core/errors"],
  "core/union": ["core/figures", "core/engine", "core/query", "core/model", "core/errors"],
  "core/admission": ["core/engine", "core/errors"],
  "engines/kernel": ["core/assets", "core/errors"],
  "engines/columnar": ["engines/kernel", "core/engine", "core/query", "core/model", "core/errors"],
  "engines/clickhouse": ["engines/columnar", "core/engine", "core/query", "core/model", "core/errors"],
  "sources/ingest": ["core/engine", "core/model", "core/assets", "core/errors"],
  "sources/analysis": ["sources/ingest", "core/model", "core/errors"],
  "sources/packages": ["sources/ingest", "core/model", "core/errors"],
  "sources/shapes": ["core/model", "core/errors"],
  store: ["core/engine", "core/model", "core/errors"],
  access: ["store", "core/admission", "core/engine", "core/errors"],
  calls: [
    "access",
    "store",
    "sources/packages",
    "sources/analysis",
    "sources/ingest",
    "sources/shapes",
    "core/admission",
    "core/union",
    "core/figures",
    "core/engine",
    "core/query",
    "core/model",
    "core/errors",
  ],
  "web/raster": ["core/assets"],
  "web/metrics": [],
  "web/words": ["core/assets"],
  "web/pages": ["calls", "sources/analysis", "web/raster", "web/words", "core/query", "core/model", "core/assets"],
  "web/http": [
    "web/pages",
    "web/raster",
    "web/words",
    "calls",
    "access",
    "core/query",
    "core/model",
    "core/assets",
    "core/errors",
  ],
  features: [
    "web/http",
    "web/pages",
    "calls",
    "access",
    "store",
    "core/engine",
    "core/query",
    "core/model",
    "core/assets",
    "core/errors",
  ],
  "process/executors": [
    "features",
    "web/http",
    "web/pages",
    "calls",
    "store",
    "process/jobs",
    "engines/clickhouse",
    "engines/columnar",
    "engines/kernel",
    "core/admission",
    "core/engine",
    "core/query",
    "core/model",
    "core/assets",
    "core/errors",
  ],
  "process/jobs": [
    "sources/analysis",
    "sources/ingest",
    "engines/clickhouse",
    "engines/columnar",
    "engines/kernel",
    "core/admission",
    "core/engine",
    "core/model",
    "core/assets",
    "core/errors",
  ],
  "process/control": ["core/errors"],
  cli: [
    "features",
    "process/control",
    "process/executors",
    "process/jobs",
    "web/http",
    "web/metrics",
    "calls",
    "access",
    "core/admission",
    "store",
    "sources/packages",
    "sources/analysis",
    "sources/ingest",
    "engines/clickhouse",
    "engines/columnar",
    "engines/kernel",
    "core/engine",
    "core/query",
    "core/model",
    "core/assets",
    "core/errors",
  ],
  "cli.ts": ["cli"],
};

/**
 * The folders of a part, lowest first; `.` stands for the files of the part itself. A file may import its own folder
 * and those before it.
 */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  "core/errors": ["texts", "."],
  "core/model": ["words", "values", ".", "parse", "edit"],
  "core/query": [".", "text", "syntax", "condition", "search", "aggregate", "distinct", "suggest", "babbage"],
  "engines/kernel": ["memory", "ids", "terms", "texts", "query", "workers", "plan", "groups", "."],
  "engines/columnar": ["base", "table", "compare", "writing", "select", "clustering", "rollups", "search", "."],
  "engines/clickhouse": ["client", "table", "read", "writing", "."],
  "sources/ingest": ["fetch", "decode/letters", "decode", "csv", "tables", "cast", "totals", "."],
  store: ["disk", "."],
  "process/jobs": [".", "rollups"],
  calls: [
    ".",
    "reading/formats",
    "reading/describe",
    "reading/lookup",
    "reading/adjust",
    "reading/aggregate",
    "reading/entries",
    "reading/search",
    "reading/members",
    "reading/changes",
    "publishing/loads",
    "publishing/drafts/form",
    "publishing/drafts",
    "publishing/manage",
    "views/pages",
    "views/suggest",
    "views/resources",
  ],
  "web/words": ["en", "."],
  "web/http": ["message", "request", "reply", "openapi", "server", "session", "routes", "."],
  features: [
    "assistants/tools",
    "assistants",
    "babbage",
    "catalogues",
    "documents",
    "feeds",
    "frames",
    "members",
    "oembed",
    "reconcile",
    "sitemap",
    "tax",
    ".",
  ],
  "web/pages": ["parts", "charts", "tables", "entries", "explore", "manage", "."],
  cli: ["settings", "terminal", "directory", "commands", "serve", "."],
};

/**
 * The only places that know which engine there is: where the format is chosen, the threads that work for it, which share
 * its memories and begin with code of their own, so that no format can be handed to them, and the engine of a cluster,
 * whose members are columns of this one.
 */
const COMPOSITION: readonly string[] = [
  "cli/directory",
  "engines/clickhouse/read",
  "engines/clickhouse/table",
  "engines/clickhouse/writing",
  "process/executors/.",
  "process/jobs/.",
  "process/jobs/rollups",
];

/** The only parts that may import a package: what is behind it stays there. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  "uWebSockets.js": ["web/http"],
  msgpackr: ["store"],
  commander: ["cli"],
  "d3-hierarchy": ["web/pages"],
  "d3-scale": ["web/pages"],
  "d3-shape": ["web/pages"],
  "@resvg/resvg-wasm": ["web/raster"],
  "prom-client": ["web/metrics"],
  "node:sea": ["core/assets"],
};

const SOURCE = resolve("src");

describe("rooms", () => {
  it("are all known, with their parts", () => {
    const rooms = readdirSync(SOURCE).filter((name) => !name.startsWith("tsconfig"));
    assert.deepEqual(rooms.toSorted(), Object.keys(ROOMS).toSorted());
    const parts = new Set(listSources(SOURCE).map(partOf));
    assert.deepEqual([...parts].toSorted(), Object.keys(MAY_IMPORT).toSorted());
  });

  for (const [part, imported] of Object.entries(MAY_IMPORT)) {
    it(`let ${part} import what its room may`, () => {
      const room = roomOf(part);
      const others = imported.map(roomOf).filter((each) => each !== room && !ROOMS[room]!.includes(each));
      assert.deepEqual(others, []);
    });
  }

  it("find what they ship in assets, which the single executable has too", () => {
    const elsewhere = listSources(SOURCE).filter((file) => partOf(file) !== "core/assets");
    const own = elsewhere.filter((file) => /\bimport\.meta\b|\bnew Worker\(/.test(readFileSync(file, "utf8")));
    assert.deepEqual(own, []);
  });

  it("have their folders in an order", () => {
    const places = listSources(SOURCE).map(placeOf);
    for (const name of Object.keys(MAY_IMPORT)) {
      const folders = new Set(places.filter(({ part }) => part === name).map(({ folder }) => folder));
      assert.deepEqual([...folders].toSorted(), (FOLDERS[name] ?? ["."]).toSorted(), name);
    }
  });

  it("know the columnar engine where it is composed, and nowhere by its class", () => {
    const above = listSources(SOURCE).filter((file) => partOf(file) !== "engines/columnar");
    const naming = above.filter((file) => /\bColumnarEngine\b/.test(readFileSync(file, "utf8")));
    assert.deepEqual(naming, []);
    const knowing = above.filter((file) => localImports(file).some((target) => partOf(target) === "engines/columnar"));
    const places = new Set(knowing.map(placeOf).map(({ part, folder }) => `${part}/${folder}`));
    assert.deepEqual([...places].toSorted(), COMPOSITION);
  });

  it("have no circle of imports, not even of types", () => {
    const files = [...listSources(SOURCE), ...listSources(resolve("assembly"))];
    assert.deepEqual(findCircles(new Map(files.map((file) => [file, localImports(file)]))), []);
  });

  for (const file of listSources(SOURCE)) {
    const part = partOf(file);
    it(`lets ${relative(SOURCE, file)} import only its folder and lower ones`, () => {
      const order = FOLDERS[part] ?? ["."];
      const own = order.indexOf(placeOf(file).folder);
      for (const target of localImports(file)) {
        const place = placeOf(target);
        if (place.part === part) assert.ok(order.indexOf(place.folder) <= own, `${relative(SOURCE, target)} is higher`);
      }
    });
    it(`lets ${relative(SOURCE, file)} import only what ${part} may`, () => {
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith(".")) {
          const target = partOf(resolve(dirname(file), specifier));
          assert.ok(target === part || MAY_IMPORT[part]!.includes(target), `${part} imports ${target}`);
        } else {
          const owner = Object.keys(OWNERS).find((name) => specifier === name || specifier.startsWith(`${name}/`));
          if (owner) assert.ok(OWNERS[owner]!.includes(part), `${part} imports ${specifier}`);
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

/** Return the part of a file: its room, or the folder within it that `MAY_IMPORT` names. */
function partOf(file: string): string {
  const [room, folder] = relative(SOURCE, file).replace(/\.js$/, ".ts").split("/") as [string, string?];
  const part = `${room}/${folder}`;
  return part in MAY_IMPORT ? part : room;
}

function roomOf(part: string): string {
  return part.split("/")[0]!;
}

/** Part of a file, and its folder within the part: `.` for the part itself. */
function placeOf(file: string): { readonly part: string; readonly folder: string } {
  const part = partOf(file);
  return { part, folder: part.endsWith(".ts") ? "." : relative(join(SOURCE, part), dirname(file)) || "." };
}

/** Files of the program that a file imports. */
function localImports(file: string): readonly string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => resolve(dirname(file), specifier).replace(/(?:\.js)?$/, ".ts"));
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
