import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { setTimeout } from "node:timers/promises";
import { runHere, startServing } from "./run.js";

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

/** The result of a load, as `--json` prints it. */
export interface Loaded {
  readonly dataset: string;
  readonly num_entries: number;
  readonly totals: object;
}

/** The dataset as it went out: its descriptor, and the entries as lines of JSON. */
export interface Downloaded {
  readonly descriptor: Descriptor;
  readonly rows: readonly string[];
}

/** Load a file, and download and load its dataset again as `assertReloads` does. */
export async function assertRoundTrip(directory: string, [model, csv]: readonly [string, string]): Promise<Downloaded> {
  const data = ["--data", join(directory, "first")];
  const loaded = await runLoad([...data, "--metadata", model, "--csv", csv, "--skip-invalid"]);
  const server = await startServing(data);
  try {
    return await assertReloads(directory, server.url, loaded);
  } finally {
    await server.stop();
  }
}

export async function runLoad(args: readonly string[]): Promise<Loaded> {
  const { status, out, err } = await runHere(["load", "--json", ...args]);
  assert.equal(status, 0, err);
  return JSON.parse(out) as Loaded;
}

/**
 * Download a dataset as a data package, load that into another data directory, and compare every entry.
 * @param directory where the files and the other data directory are made
 * @param loaded what was loaded at first
 */
export async function assertReloads(
  directory: string,
  url: string,
  { dataset, num_entries: entries, totals }: Loaded,
): Promise<Downloaded> {
  const [data, files] = [join(directory, "second"), join(directory, "files")];
  await mkdir(files);
  const fetched = async (name: string): Promise<Buffer> => {
    // A connection that is kept would be closed by the server while a command keeps this process busy.
    const get = (): Promise<Response> => fetch(`${url}/${dataset}/meta/${name}`, { headers: { connection: "close" } });
    let response = await get();
    // The files of a large version that was just loaded are still being measured.
    while (response.status === 503) {
      await setTimeout(Number(response.headers.get("retry-after")) * 1000);
      response = await get();
    }
    assert.equal(response.status, 200, name);
    const content = Buffer.from(await response.arrayBuffer());
    await writeFile(join(files, name), content);
    return content;
  };
  const descriptor = JSON.parse((await fetched("datapackage.json")).toString()) as Descriptor;
  for (const { path, bytes, hash } of descriptor.resources) {
    const content = await fetched(path);
    assert.equal(content.length, bytes, path);
    assert.equal(`sha256:${createHash("sha256").update(content).digest("hex")}`, hash, path);
  }
  const again = await runLoad(["--data", data, "--package", join(files, "datapackage.json")]);
  assert.deepEqual([again.dataset, again.num_entries, again.totals], [dataset, entries, totals]);
  const { out } = await runHere(["export", dataset, "--data", data, "--format", "ndjson"]);
  const written = gunzipSync(await readFile(join(files, "entries.ndjson.gz"))).toString();
  const rows = out.split("\n");
  const missing = new Set(written.split("\n"));
  assert.equal(rows.length, missing.size);
  for (const row of rows) assert.ok(missing.delete(row), row);
  return { descriptor, rows };
}
