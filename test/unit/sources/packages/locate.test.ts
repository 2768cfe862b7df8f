import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Address } from "#src/sources/ingest/fetch/address.js";
import { locate } from "#src/sources/packages/read-resource.js";

function find(resource: Record<string, unknown>, base: Address) {
  const errors: string[] = [];
  const addresses = locate({ path: "resources[0]", json: resource, errors }, base);
  return { addresses: addresses.map((address) => (address.kind === "url" ? address.url : address.path)), errors };
}

const WEB = { kind: "url", url: "https://example.org/data/town/datapackage.json?v=1" } as const;
const DISK = { kind: "file", path: "/srv/data/town/datapackage.json" } as const;

describe("the files of a resource", () => {
  it("are in the descriptor's folder, or anywhere on the web", () => {
    const at = (path: unknown, base: Address) => find({ path }, base).addresses;
    assert.deepEqual(at("a/b c.csv", WEB), ["https://example.org/data/town/a/b%20c.csv"]);
    assert.deepEqual(at("./a.csv", DISK), ["/srv/data/town/a.csv"]);
    assert.deepEqual(at("x/../a.csv", DISK), ["/srv/data/town/a.csv"]);
    assert.deepEqual(at(["a.csv", "b.csv"], DISK), ["/srv/data/town/a.csv", "/srv/data/town/b.csv"]);
    assert.deepEqual(at("http://elsewhere.org/a.csv", WEB), ["http://elsewhere.org/a.csv"]);
    assert.deepEqual(at("https://elsewhere.org/a.csv", DISK), ["https://elsewhere.org/a.csv"]);
    assert.deepEqual(find({ url: "http://elsewhere.org/a.csv" }, WEB).addresses, ["http://elsewhere.org/a.csv"]);
  });

  const outside = ["../a.csv", "a/../../a.csv", "/etc/passwd", "//evil.example/a.csv", "..", ".", "./"];
  for (const path of outside) {
    it(`are not outside its folder: ${path}`, () => {
      for (const base of [WEB, DISK]) {
        const { addresses, errors } = find({ path }, base);
        assert.deepEqual(addresses, []);
        assert.match(errors.join(), /^resources\[0\]\.path: .* is outside the folder of the descriptor/);
      }
    });
  }

  it("are not outside its folder by a link, but within it, also if it is one", async () => {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    try {
      await mkdir(join(directory, "real"));
      for (const name of ["secret.csv", "real/own.csv"]) await writeFile(join(directory, name), "");
      await symlink(join(directory, "secret.csv"), join(directory, "real/out.csv"));
      await symlink(directory, join(directory, "real/up"));
      await symlink(join(directory, "real/own.csv"), join(directory, "real/in.csv"));
      await symlink(join(directory, "real"), join(directory, "linked"));
      for (const folder of ["real", "linked"]) {
        const base = { kind: "file", path: join(directory, folder, "datapackage.json") } as const;
        for (const path of ["out.csv", "up/secret.csv"]) {
          assert.match(find({ path }, base).errors.join(), /is outside the folder/, path);
        }
        for (const path of ["own.csv", "in.csv", "missing.csv"]) {
          assert.deepEqual(find({ path }, base), { addresses: [join(directory, folder, path)], errors: [] });
        }
      }
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  for (const path of [
    "%2e%2e/a.csv",
    "..%2fa/../../b.csv",
    "\\..\\..\\a.csv",
    "..\\a.csv",
    "\\\\evil.example\\a.csv",
    "?x",
    "#x",
  ]) {
    it(`are not outside its folder on the web, in any spelling: ${path}`, () => {
      assert.deepEqual(find({ path }, WEB).addresses, []);
    });
  }

  it("are never local if the descriptor is on the web", () => {
    for (const path of [
      "file:///etc/passwd",
      "FILE:/etc/passwd",
      "ftp://x/a.csv",
      "data:text/csv,a",
      "C:/a.csv",
      "http://[x",
      "",
    ]) {
      const { addresses, errors } = find({ path }, WEB);
      assert.ok(
        addresses.every((address) => address.startsWith("https://example.org/data/town/")),
        path,
      );
      assert.ok(addresses.length === 1 || errors.length === 1, path);
    }
  });

  it("must be given", () => {
    assert.match(find({}, WEB).errors.join(), /path: is missing; write the path of the CSV file/);
    assert.match(find({ data: [] }, WEB).errors.join(), /data within the descriptor is not read/);
    assert.match(find({ path: [] }, WEB).errors.join(), /path: is missing/);
    assert.match(find({ path: 5 }, WEB).errors.join(), /path: 5 must be the path or the URL of a file/);
    assert.match(find({ path: "a\0b" }, DISK).errors.join(), /must be the path or the URL of a file/);
    assert.match(find({ path: ["a.csv", 7] }, DISK).errors.join(), /path\[1\]: 7 must be a text/);
  });
});
