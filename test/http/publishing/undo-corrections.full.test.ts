import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { undoesCorrections } from "#src/calls/publishing/loads/part-entries.js";
import { undoCorrection, type UndoRequest } from "#src/calls/publishing/manage/undo-correction.js";
import { readCorrectionForm } from "#src/calls/publishing/manage/correct-members.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { correctionPage } from "#src/web/pages/manage/correct-members.js";
import { html } from "#src/web/pages/parts/html.js";
import { createLocale } from "#src/web/pages/parts/page-locale.js";
import { type Body, type LoadingServer, startLoading } from "./loading-server.js";
import { ADA, editCorrections, PAYEES_HEADER, PAYEES_MAPPING } from "./payees-town.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading({ keepsSources: true });
});
after(() => server.stop());

const FIRST = `${PAYEES_HEADER}2023-01-05,1,Roads,Acme Ltd,Ayr,10.10
2023-02-05,1,roads,ACME Limited,Ayr,20.20
2023-03-05,2,Roads,Acme Limtd,Bute,0.07
2024-03-05,3,Parks,Bodo,Ayr,5
broken,4,Parks,Bodo,Ayr,x
`;
const SECOND = `${PAYEES_HEADER}2024-05-05,1,Roads,ACME Limited,Ayr,21\n2024-05-05,9,roads,Acme Ltd,Ayr,1\n`;

let count = 0;

async function ids(name: string): Promise<readonly string[]> {
  const { results } = await ask(`/api/2/search?dataset=${name}&pagesize=100`);
  return results.map(({ id }: Body["json"]) => id as string).toSorted();
}

/** Load two files, with corrections between them, or after them. */
async function load(
  corrections: Readonly<Record<string, object>> = {},
  when: "between" | "after" = "between",
): Promise<string> {
  const name = `payees${count++}`;
  const metadata = server.files.put(`/${name}.json`, {
    dataset: { name, label: "Payees", currency: "EUR" },
    mapping: PAYEES_MAPPING,
  });
  const put = (text: string, at: number): string => server.files.put(`/${name}-${at}.csv`, text);
  await server.loaded("ada", { metadata, csv_file: put(FIRST, 1), skip_invalid: "true" });
  const correctAll = async (): Promise<void> => {
    for (const [dimension, own] of Object.entries(corrections)) await correct(name, own, dimension);
  };
  if (when === "between") await correctAll();
  await server.loaded("ada", { metadata, csv_file: put(SECOND, 2) });
  if (when === "after") await correctAll();
  return name;
}

const correct = (name: string, corrections: object, dimension?: string): Promise<void> =>
  editCorrections(server, name, corrections, dimension);

function undo(dataset: string, kind: UndoRequest["kind"], name: string, dimension = "to"): Promise<void> {
  const request = { dimension, kind, name, shown: null };
  return undoCorrection(server.context, ADA, dataset, request, new AbortController().signal);
}

const ask = async (path: string): Promise<Body["json"]> => (await server.ask("ada", "GET", path)).json;

/** Return everything that readers see of the entries but their ids, which differ between datasets. */
async function entries(name: string): Promise<readonly unknown[]> {
  const { results } = await ask(`/api/2/search?dataset=${name}&pagesize=100`);
  return results.map(({ amount, unit, to }: Body["json"]) => [amount, unit, to.name, to.label, to.city]).toSorted();
}

/** Return the buttons that undo a correction of payees, and the files that are not kept. */
async function offered(name: string): Promise<readonly [number, readonly string[]]> {
  const request = { dimension: "to", member: "acme-ltd", same: [], find: "", label: null, shown: null };
  const { signal } = new AbortController();
  const form = await readCorrectionForm(server.context, ADA, name, request, "https://money.example", signal);
  const page = correctionPage(
    { kind: "corrections", origin: "", token: "", form, errors: [] },
    createLocale("en", "https://money.example"),
  );
  return [[...html`${page.main}`.markup.matchAll(/value="undo /g)].length, form.notKept];
}

const SAME = { values: { "acme-limited": "acme-ltd", "acme-limtd": "acme-ltd" }, labels: { "acme-ltd": "Acme & Co" } };

describe("a correction that is undone", () => {
  it("parts members that were united, also those of files that were loaded since", async () => {
    const plain = await load();
    const name = await load({ to: SAME });
    const payees = async (): Promise<unknown> =>
      [...new Set((await entries(name)).map((each) => (each as unknown[])[2]))].toSorted();
    assert.deepEqual(await payees(), ["acme-ltd", "bodo"]);
    const before = await ids(name);
    await undo(name, "values", "acme-limited");
    assert.deepEqual(await ids(name), before);
    assert.deepEqual(await payees(), ["acme-limited", "acme-ltd", "bodo"]);
    const [version] = await ask(`/${name}/meta/versions.json`);
    assert.deepEqual(version.corrections, ['"acme-limited" of "to" is a member of its own']);
    await undo(name, "values", "acme-limtd");
    await undo(name, "labels", "acme-ltd");
    assert.deepEqual(await entries(name), await entries(plain), "as if nothing had ever been corrected");
    assert.equal((await ask(`/${name}/model.json`)).mapping.to.corrections, undefined);
  });

  it("leaves other corrections alone", async () => {
    const name = await load({ to: SAME, unit: { values: { roads: "Roads" } } });
    const plain = await load({ unit: { values: { roads: "Roads" } } });
    for (const each of ["acme-limited", "acme-limtd"]) await undo(name, "values", each);
    await undo(name, "labels", "acme-ltd");
    assert.deepEqual(await entries(name), await entries(plain));
  });

  it("is refused, and nothing changes, where a file is not kept or was damaged", async () => {
    const name = await load({ to: SAME });
    const { catalog } = server.context;
    const [first] = catalog.get(name)!.sources;
    const before = [await entries(name), (await ask(`/${name}/meta/versions.json`)).length];
    await writeFile(catalog.keptPath(first!.content!.digest), gzipSync("date,paid\n"));
    await assert.rejects(undo(name, "values", "acme-limited"), { message: /not all of these are kept \(sources: 1\)/ });
    assert.deepEqual([await entries(name), (await ask(`/${name}/meta/versions.json`)).length], before);
  });

  it("is offered where files are kept, and again once files that were not are loaded anew while files are kept", async () => {
    const name = await load({ to: SAME });
    const { catalog } = server.context;
    assert.deepEqual(await offered(name), [3, []]);
    const dataset = catalog.get(name)!;
    const sources = dataset.sources.map(({ content, ...each }) => {
      const { kept: _kept, ...read } = content!;
      return { ...each, content: read };
    });
    Object.assign(dataset, { sources });
    assert.deepEqual(await offered(name), [0, sources.map(({ url }) => url)]);
    const metadata = dataset.sources[0]!.url.replace(/-1\.csv$/, ".json");
    for (const { url } of sources) await server.loaded("ada", { metadata, csv_file: url, skip_invalid: "true" });
    assert.deepEqual(await offered(name), [3, []]);
    await undo(name, "values", "acme-limited");
    assert.deepEqual((await offered(name))[0], 2);
  });

  it("is refused where kept files give other entries than are there", async () => {
    const name = await load({ to: SAME });
    const { catalog } = server.context;
    const dataset = catalog.get(name)!;
    const [first, second] = dataset.sources;
    // As if the first file had been loaded after the second: its name for a city that both have would hold.
    const swapped = { ...first!, content: second!.content, layout: second!.layout };
    Object.assign(dataset, { sources: [swapped, second!] });
    await assert.rejects(undo(name, "values", "acme-limited"), { message: /do not give the entries that are there/ });
  });
});

describe("a correction where no file is kept", () => {
  let kept: LoadingServer;
  before(async () => {
    kept = server;
    server = await startLoading();
  });
  after(async () => {
    await server.stop();
    server = kept;
  });

  it("is undone from the version before it", async () => {
    const plain = await load();
    const name = await load({ unit: { values: { roads: "Roads" } }, to: SAME }, "after");
    const before = await ids(name);
    assert.equal((await offered(name))[0], 3);
    for (const each of ["acme-limited", "acme-limtd"]) await undo(name, "values", each);
    await undo(name, "labels", "acme-ltd");
    await undo(name, "values", "roads", "unit");
    assert.deepEqual(await ids(name), before);
    assert.deepEqual(await entries(name), await entries(plain));
  });

  it("stays where a file was loaded since, or the versions before it are purged", async () => {
    const name = await load({ to: SAME });
    assert.equal((await offered(name))[0], 0);
    await assert.rejects(undo(name, "values", "acme-limited"), { message: /not all of these are kept/ });
    const purged = await load({ to: { values: { bodo: "acme-ltd" } } }, "after");
    await correct(purged, { values: { bodo: "acme-ltd", "acme-limtd": "acme-ltd" } });
    const { catalog } = server.context;
    await catalog.purge(purged, [1, 2]);
    assert.equal((await offered(purged))[0], 1, "the later one is in the version before it");
    await assert.rejects(undo(purged, "values", "bodo"), { message: /not all of these are kept/ });
    await undo(purged, "values", "acme-limtd");
    assert.equal((await offered(purged))[0], 0);
  });

  it("counts for rows that are loaded from then on, when it is taken out of the model", async () => {
    const name = await load({ to: SAME });
    await correct(name, {});
    const metadata = server.files.put(`/${name}.json`, {
      dataset: { name, label: "Payees", currency: "EUR" },
      mapping: PAYEES_MAPPING,
    });
    await server.loaded("ada", { metadata, csv_file: server.files.put(`/${name}-2.csv`, `${SECOND}\n`) });
    const names = new Set((await entries(name)).map((each) => (each as unknown[])[2]));
    assert.deepEqual([...names].toSorted(), ["acme-limited", "acme-ltd", "bodo"]);
  });
});

describe("corrections of a model against those before", () => {
  const modelOf = (corrections?: object) =>
    parseModel({
      dataset: { name: "town", label: "Town", currency: "EUR" },
      mapping: { ...PAYEES_MAPPING, to: { ...PAYEES_MAPPING.to, ...(corrections && { corrections }) } },
    } as never).model;

  for (const [was, is, isUndone] of [
    [SAME, SAME, false],
    [SAME, undefined, true],
    [SAME, { ...SAME, labels: {} }, true],
    [SAME, { ...SAME, labels: { "acme-ltd": "Acme" } }, false],
    [{ values: { a: "b" } }, { values: { a: "c", b: "c" } }, false],
    [{ values: { a: "b" } }, { values: { b: "a" } }, false],
    [{ labels: { a: "A" } }, { values: { a: "b" } }, false],
    [undefined, SAME, false],
  ] as const) {
    it(`${isUndone ? "undo" : "undo nothing of"} ${JSON.stringify(was)} as ${JSON.stringify(is)}`, () => {
      assert.equal(undoesCorrections(modelOf(was), modelOf(is)), isUndone);
    });
  }
});
