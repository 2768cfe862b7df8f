import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { ownerCalled } from "#src/store/disk/owners.js";
import { SPENDING, spendingEngine } from "../../fixtures.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import { checkScreens, lookingAt, type OnResponse } from "../pages/browser.js";
import { assertWellFormed, readText } from "../pages/markup.js";

const VIEW = { name: "default", label: "By region", dimension: "dataset", drilldown: "region" };

const PATH = "/rows/editor/model";

let server: SignInServer;
let check: OnResponse;
before(async () => {
  server = await startSignInServer();
  check = await checkScreens(server);
});
after(async () => {
  await server.lock.idle();
  await server.stop();
});

/** Create a dataset that ada manages. */
async function make(name: string): Promise<void> {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name }, views: [VIEW] });
  await server.catalog.publish({
    model,
    engine: spendingEngine([{ id: "a", paid: 1n }], model),
    sources: [{ id: 1, url: "https://town.example/rows.csv", loaded: new Date() }],
    base: undefined,
    private: true,
    managers: [ownerCalled(server.catalog, "ada")],
  });
}

/** Return the error text beside a field. */
function errorOf(text: string, field: string): string {
  const [, id] = new RegExp(`id="([^"]+)"[^>]*name="${field.replaceAll(".", "\\.")}"`).exec(text)!;
  const [, error = ""] = new RegExp(`<div id="${id}-error">([^]*?)</div>`).exec(text) ?? [];
  return readText(error).trim();
}

describe("the rows of the form of a model", () => {
  it("have fields for each view, hierarchy and note, add rows, and show errors beside them", async () => {
    await make("rows");
    const ada = await lookingAt(server, "ada", PATH, check);
    const views = () => server.catalog.get("rows")!.model.document.views;
    const before = server.catalog.get("rows")!.model.document;
    assert.equal((await ada.send(PATH)).status, 303);
    assert.equal(server.catalog.get("rows")!.model.document, before);
    await ada.get(PATH);
    const wrong = await ada.send(PATH, { "views#0.drilldown": "nowhere", "hierarchies#0.name": "where" });
    assert.equal(wrong.status, 400);
    assertWellFormed(wrong.text);
    assert.match(errorOf(wrong.text, "views#0.drilldown"), /"nowhere"/);
    assert.match(wrong.text, /name="views#0\.drilldown"\s+value="nowhere"/);
    assert.match(errorOf(wrong.text, "hierarchies#0.levels"), /missing/);
    const added = {
      "views#0.drilldown": "cofog1",
      "views#1.name": "whole",
      "views#1.dimension": "dataset",
      "hierarchies#0.levels": "region\r\ncofog1",
      "notes#0.on": "year:2009",
      "notes#0.kind": "break",
      "notes#0.text": "Plans.",
      "mapping.time.fiscal_year#0.starts": "04-01",
      "mapping.region.labels": "fr: Région",
    };
    assert.equal((await ada.send(PATH, added)).status, 303);
    assert.deepEqual(views(), [
      { ...VIEW, drilldown: "cofog1" },
      { name: "whole", dimension: "dataset" },
    ]);
    const { document } = server.catalog.get("rows")!.model;
    assert.deepEqual(document.hierarchies, { where: { levels: ["region", "cofog1"] } });
    assert.deepEqual(document.notes, [{ on: "year:2009", kind: "break", text: "Plans." }]);
    const { time, region } = document.mapping as Record<string, Record<string, unknown>>;
    assert.deepEqual(
      [time!["fiscal_year"], region!["labels"]],
      [{ starts: "04-01", named: "start" }, { fr: "Région" }],
    );
    await ada.get(PATH);
    assert.equal((await ada.send(PATH, { "views#0.remove": "yes" })).status, 303);
    assert.deepEqual(views(), [{ name: "whole", dimension: "dataset" }]);
  });
});
