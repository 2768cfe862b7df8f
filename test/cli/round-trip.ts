import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run, startServing } from "./run.js";

export interface Descriptor {
  readonly name: string;
  readonly version: string;
  readonly countryCode?: string;
  readonly licenses?: readonly object[];
  readonly resources: readonly DescribedFile[];
}

interface DescribedFile {
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
  readonly schema?: { readonly fields: readonly { readonly name: string; readonly columnType?: string }[] };
}

/**
 * Load a file, download its dataset as a data package, load that into another data directory, and compare every entry.
 * @returns the descriptor, and the entries as CSV
 */
export async function assertRoundTrip(
  directory: string,
  [model, csv]: readonly [string, string],
): Promise<{ readonly descriptor: Descriptor; readonly rows: readonly string[] }> {
  const [first, second, files] = ["first", "second", "files"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const loaded = await run(["load", "--data", first, "--metadata", model, "--csv", csv, "--skip-invalid", "--json"]);
  assert.equal(loaded.status, 0, loaded.err);
  const { dataset, num_entries: entries, totals } = JSON.parse(loaded.out);

  await mkdir(files);
  const server = await startServing(["--data", first]);
  const fetched = async (name: string): Promise<Buffer> => {
    const response = await fetch(`${server.url}/${dataset}/meta/${name}`);
    assert.equal(response.status, 200, name);
    return Buffer.from(await response.arrayBuffer());
  };
  const json = await fetched("datapackage.json");
  await writeFile(join(files, "datapackage.json"), json);
  const descriptor = JSON.parse(json.toString()) as Descriptor;
  for (const { path, bytes, hash } of descriptor.resources) {
    const content = await fetched(path);
    assert.equal(content.length, bytes, path);
    assert.equal(`sha256:${createHash("sha256").update(content).digest("hex")}`, hash, path);
    await writeFile(join(files, path), content);
  }
  await server.stop();

  const again = await run(["load", "--data", second, "--package", join(files, "datapackage.json"), "--json"]);
  assert.equal(again.status, 0, again.err);
  const result = JSON.parse(again.out);
  assert.deepEqual([result.dataset, result.num_entries, result.totals], [dataset, entries, totals]);
  const rowsOf = async (data: string): Promise<readonly string[]> => {
    const { out } = await run(["export", dataset, "--data", data, "--format", "ndjson"]);
    return out.split("\n").toSorted();
  };
  const rows = await rowsOf(first);
  assert.deepEqual(await rowsOf(second), rows);
  return { descriptor, rows };
}
