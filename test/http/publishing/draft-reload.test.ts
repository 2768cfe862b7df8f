import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { exportEntries } from "#src/calls/reading/entries/export.js";
import { BadSource } from "#src/core/errors/errors.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import type { Dataset } from "#src/store/dataset.js";
import { loadFile, memoryCatalog, servicesOf } from "../../fixtures.js";
import { type Browser, signedIn } from "../pages/browser.js";
import { request, waitUntil } from "../client.js";
import { beginDraft, columnField, fieldsIn, post } from "./draft-browser.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

/** Two equal rows, and no date. */
const PLAIN = "Office,Total\nWorks,3.5\nWorks,3.5\n\nParks,1\n";

let server: SignInServer;
let ada: Browser;
before(async () => {
  server = await startSignInServer();
  ada = await signedIn(server, "ada");
});
after(() => server.stop());

/** Publish a file with the form, with changes of the fields, and return its dataset. */
async function publish(
  name: string,
  content: string,
  change: (fields: Record<string, string>) => Record<string, string>,
): Promise<Dataset> {
  const [path, page] = await beginDraft(server, ada, content, name);
  const fields = fieldsIn(page);
  const changed = { ...fields, ...change(fields) };
  const dataset = changed["dataset-name"]!;
  const before = server.catalog.get(dataset);
  const sent = await post(server, ada, path, { ...changed, do: "load" });
  assert.equal(sent.status, 303, sent.text);
  await waitUntil(() => server.catalog.get(dataset) !== before, "it is loaded");
  return server.catalog.get(dataset)!;
}

/** Load a file under the model that the server gives out of a dataset. */
async function reload({ model }: Dataset, content: string): Promise<Dataset> {
  const given = await request(`${server.url}/${model.dataset.name}/model`);
  const csv = join(server.directory, "again.csv");
  await writeFile(csv, content);
  const { dataset } = await loadFile(servicesOf(memoryCatalog()), parseModel(JSON.parse(given.text)).model, csv);
  return dataset;
}

async function entriesOf(dataset: Dataset): Promise<readonly string[]> {
  return (await text(exportEntries(dataset, "ndjson"))).trim().split("\n").toSorted();
}

describe("the model of a dataset that a form published", () => {
  it("joins codes that are unique only within those above, so that every label is its own", async () => {
    const lines = Array.from({ length: 24 }, (_, at) => {
      const [chapter, line] = [1 + (at % 2), 1 + ((at % 6) >> 1)];
      return `N${at},2014,${chapter},Chapter ${chapter},${line},Line ${chapter}/${line},${at}.25`;
    });
    const content = `No,Year,Ch,Chapter,Ln,Line,Total\n${lines.join("\n")}\n`;
    const dataset = await publish("Lines.csv", content, () => ({}));
    const entries = await entriesOf(dataset);
    const members = entries.map((entry) => (JSON.parse(entry) as { ln: { name: string; label: string } }).ln);
    assert.equal(new Set(members.map(({ name }) => name)).size, 6);
    for (const { name, label } of members) assert.equal(`Line ${name.replace("-", "/")}`, label);
    assert.deepEqual(await entriesOf(await reload(dataset, content)), entries);
  });

  it("loads its file again with the same entries, where row numbers are the key and the file has no date", async () => {
    const dataset = await publish("Rows 2013.csv", PLAIN, () => ({}));
    const entries = await entriesOf(dataset);
    assert.deepEqual([entries.length, entries.every((entry) => entry.includes("2013-01-01"))], [3, true]);
    assert.deepEqual(await entriesOf(await reload(dataset, PLAIN)), entries);
  });

  it("takes files of other years, each with its date", async () => {
    const named = { "dataset-name": "years" };
    const first = await publish("Plan 2013.csv", PLAIN, () => named);
    const both = await publish("Plan 2014.csv", PLAIN, () => named);
    assert.deepEqual([first.engine.numEntries, both.engine.numEntries], [3, 6]);
    const entries = await entriesOf(both);
    assert.equal(entries.filter((entry) => entry.includes("2013-01-01")).length, 3);
    const alone = await entriesOf(await reload(both, PLAIN));
    assert.deepEqual(
      alone,
      entries.filter((entry) => entry.includes("2014-01-01")),
    );
  });

  it("has the date of the file wherever a column reads it", async () => {
    const dated = "Day,Office,Total\n2013-05-01,Works,3.5\n2013-06-01,Works,3.5\n";
    const dataset = await publish("Dated 2013.csv", dated, (fields) => ({
      "dataset-name": "dated",
      [columnField(fields, "(date of the file)", "role")]: "dimension",
      [columnField(fields, "(date of the file)", "name")]: "edition",
      date: "2015",
    }));
    const entries = await entriesOf(dataset);
    assert.ok(entries.every((entry) => entry.includes('"edition":"2015"')));
    assert.deepEqual(await entriesOf(await reload(dataset, dated)), entries);
  });

  it("of an earlier version says how to write the date, and then fits the dataset", async () => {
    const document = {
      dataset: { name: "earlier", label: "Earlier" },
      mapping: {
        amount: { type: "measure", column: "Total" },
        time: { type: "date", label: "Date", column: "(date of the file)", datatype: "date", key: true },
        row: { type: "attribute", label: "Row", column: "(row number)", datatype: "string", key: true },
      },
    };
    const services = servicesOf(server.catalog);
    const csv = join(server.directory, "earlier.csv");
    await writeFile(csv, PLAIN);
    const { model } = parseModel(document);
    await assert.rejects(loadFile(services, model, csv), (error) => {
      assert.ok(error instanceof BadSource);
      assert.match(error.message, /no column "\(date of the file\)", which "time" is read from.* "constant": "2024"/);
      return true;
    });
    const columns = [
      { name: "(row number)", kind: "row" },
      { name: "(date of the file)", kind: "constant", value: "2013" },
    ] as const;
    const { model: dated } = parseModel({
      ...document,
      mapping: { ...document.mapping, time: { ...document.mapping.time, column: null, constant: "2013" } },
    });
    // The layout that earlier versions stored with a source.
    const before = await loadFile(services, { ...model, layout: { ...dated.layout!, columns } }, csv);
    const entries = await entriesOf(before.dataset);
    const again = await loadFile(services, dated, csv);
    assert.deepEqual([again.report.entriesCreated, again.report.entriesUpdated], [0, 3]);
    assert.deepEqual(await entriesOf(again.dataset), entries);
  });
});
