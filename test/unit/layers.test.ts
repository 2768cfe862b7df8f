import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, it } from "node:test";
import { COMPOSITION, FOLDERS, MAY_IMPORT, OWNERS, ROOMS } from "./layer-rules.js";

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
