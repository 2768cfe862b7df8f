import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { makeSbom } from "#scripts/package/make-sbom.js";
import { collectInstalledLicences } from "#scripts/executable/collect-licences.js";

interface LockedPackage {
  readonly version: string;
  readonly name?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

function readLock(path: string): readonly (readonly [place: string, LockedPackage])[] {
  const { packages } = JSON.parse(readFileSync(path, "utf8")) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).filter(([place]) => place !== "");
}

/** Builds of the HTTP addon for other machines than Linux on x64: not every registry has them. */
const FOREIGN_ADDON = /(?:^|\/)node_modules\/@uwsjs\/(?!linux-x64-)[a-z0-9]+-[a-z0-9]+-\d+$/;

describe("lock files", () => {
  for (const path of ["package-lock.json", "test/readers/package-lock.json", "test/clickhouse/package-lock.json"]) {
    it(`${path} has a digest of every package, but for addons of other machines`, () => {
      const without = readLock(path).filter(
        ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""),
      );
      for (const [place, { optional, os = [], cpu = [] }] of without) {
        assert.match(place, FOREIGN_ADDON);
        assert.ok(optional && !(os.includes("linux") && cpu.includes("x64")), place);
      }
    });
  }
});

describe("the inventory of a release", () => {
  const nameOf = (place: string, { name }: LockedPackage): string => name ?? place.replace(/^.*node_modules\//, "");
  const locked = readLock("package-lock.json");

  it("has every package that the program needs or contains, with its digest and licence, and no other", () => {
    const { bomFormat, metadata, components, dependencies } = makeSbom(".", "24.0.0");
    assert.deepEqual([bomFormat, metadata.component.name], ["CycloneDX", "spendcube"]);
    const listed = new Map(components.map((each) => [`${each.name}@${each.version}`, each]));
    for (const [place, described] of locked) {
      const name = nameOf(place, described);
      const isContained = name.startsWith("@fontsource-variable/") || ["assemblyscript", "harfbuzzjs"].includes(name);
      const alias = place.replace(/^.*node_modules\//, "");
      const found = listed.get(`${name}@${described.version}`) ?? listed.get(`${alias}@${described.version}`);
      assert.equal(found !== undefined, described.dev !== true || isContained, place);
      if (!found || described.integrity === undefined) continue;
      const hex = Buffer.from(described.integrity!.slice("sha512-".length), "base64").toString("hex");
      const [hash] = found["hashes"] as readonly { readonly content: string }[];
      assert.equal(hash!.content, hex, place);
      assert.ok((found["licenses"] as readonly unknown[]).length > 0, place);
    }
    assert.ok(listed.has("node@24.0.0"));
    const refs = new Set(dependencies.map(({ ref }) => ref));
    for (const each of components) assert.ok(refs.has(each["bom-ref"]), each["bom-ref"]);
  });

  it("comes with the licences of what npm installs", () => {
    const text = collectInstalledLicences(".");
    for (const name of ["uWebSockets.js", "apache-arrow", "pino"]) {
      const { version } = new Map(locked).get(`node_modules/${name}`)!;
      assert.ok(text.includes(` ${version} (`), name);
    }
    assert.match(text, /^MIT License/);
    assert.ok(!text.includes("\ntypescript "));
  });
});
