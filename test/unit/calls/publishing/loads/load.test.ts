import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { LoadServices } from "#src/calls/publishing/loads/load-services.js";
import { type TableLoad } from "#src/sources/ingest/table-loader.js";
import { servicesOf, loadFile, memoryCatalog, spendingModel } from "../../../../fixtures.js";

const HEADER = "paid,planned,date,until,invoice,region,rate,code,function,color,weight\n";
const model = spendingModel();

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-"));
});
after(() => rm(directory, { recursive: true }));

/** Load services whose loads wait for `begin`. */
function heldServices(): {
  readonly services: LoadServices;
  readonly waiting: { readonly name: string; begin(): void }[];
} {
  const services = servicesOf(memoryCatalog());
  const waiting: { readonly name: string; begin(): void }[] = [];
  const load = async (requested: TableLoad) => {
    await new Promise<void>((begin) => waiting.push({ name: requested.model.dataset.name, begin }));
    return services.loader.load(requested);
  };
  return { services: { ...services, loader: { ...services.loader, load } }, waiting };
}

async function load(services: LoadServices, name: string, invoice: string): Promise<number> {
  const path = join(directory, `${name}-${invoice}.csv`);
  await writeFile(path, `${HEADER}1,,2009,,${invoice},N,,1,P,,\n`);
  const document = { ...model.document, dataset: { ...model.document.dataset, name } };
  const named = { ...model, document, dataset: { ...model.dataset, name } };
  const { dataset } = await loadFile(services, named, path);
  return dataset.engine.numEntries;
}

describe("loads", () => {
  it("of one dataset wait for each other, so that none is lost; those of other datasets do not wait", async () => {
    const { services, waiting } = heldServices();
    const first = load(services, "town", "a");
    while (waiting.length < 1) await new Promise(setImmediate);
    const second = load(services, "town", "b");
    const other = load(services, "city", "c");
    while (waiting.length < 2) await new Promise(setImmediate);
    assert.deepEqual(
      waiting.map(({ name }) => name),
      ["town", "city"],
    );
    waiting[1]!.begin();
    assert.equal(await other, 1);
    waiting[0]!.begin();
    assert.equal(await first, 1);
    while (waiting.length < 3) await new Promise(setImmediate);
    waiting[2]!.begin();
    assert.equal(await second, 2);
  });
});
