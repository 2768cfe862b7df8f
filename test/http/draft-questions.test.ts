import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { OPERATOR } from "#src/access/actor.js";
import { type Browser, signedIn } from "./browser.js";
import { beginDraft, check, columnField, discard, fieldsIn, post } from "./draft-browser.js";
import { assertWellFormed, readText } from "./markup.js";
import { type SignInServer, startSignInServer } from "./sign-in-server.js";

const CSV = `No;Paid on;Betrag\n${Array.from({ length: 12 }, (_, at) => `${at};0${1 + (at % 9)}/02/2024;${at + 1}.250\n`).join("")}`;

let server: SignInServer;
let ada: Browser;
before(async () => {
  server = await startSignInServer();
  ada = await signedIn(server, "ada");
});
after(() => server.stop());

/** Options of a column's format: each text, `*` before the chosen one. */
function optionsOf(text: string, name: string): readonly string[] {
  const [, list = ""] = new RegExp(`<select[^>]*name="${name}"[^>]*>([^]*?)</select>`).exec(text) ?? [];
  return [...list.matchAll(/<option ([^>]*)>([^<]*)</g)].map(
    ([, attributes = "", label = ""]) => `${/selected/.test(attributes) ? "*" : ""}${label}`,
  );
}

describe("the form of a file whose dates and amounts can be read in two ways", () => {
  it("asks for each, with the values that a cell has, and chooses none", async () => {
    const [path, page] = await beginDraft(server, ada, CSV);
    const fields = fieldsIn(page);
    const [date, amount] = ["Paid on", "Betrag"].map((column) => columnField(fields, column, "format"));
    assertWellFormed(page.text);
    assert.match(readText(page.text), /What is 01\/02\/2024\?[^]*What is 1\.250\?/);
    assert.deepEqual(optionsOf(page.text, date!).slice(0, 3), ["*Choose …", "1 February 2024", "2 January 2024"]);
    assert.deepEqual(optionsOf(page.text, amount!).slice(0, 3), ["*Choose …", "1.25", "1250"]);
    await discard(server, ada, path);
  });

  it("is neither checked nor published before they are answered, with the errors beside the columns", async () => {
    const [path, page] = await beginDraft(server, ada, CSV);
    const fields = fieldsIn(page);
    const [date, amount] = ["Paid on", "Betrag"].map((column) => columnField(fields, column, "format"));
    for (const action of ["check", "load"]) {
      const sent = await post(server, ada, path, { ...fields, do: action });
      assert.equal(sent.status, 400);
      for (const name of [date!, amount!]) {
        assert.match(sent.text, new RegExp(`name="${name}"[^>]*aria-invalid="true"`), name);
      }
      const text = readText(sent.text);
      assert.match(text, /Choose what "01\/02\/2024" means: 1 February 2024 or 2 January 2024\s*\n/);
      assert.match(text, /Choose what "1\.250" means: 1\.25 or 1250\s*\n/);
    }
    assert.equal(server.catalog.get("town-2014"), undefined);

    const answers = { [date!]: "date:%m/%d/%Y", [amount!]: "number:,." };
    const checked = await check(server, ada, path, { ...fields, ...answers });
    assert.match(readText(checked.text), /The file can be published[^]*81,?000/);
    assert.doesNotMatch(readText(checked.text), /was read as|What is/);
    assert.deepEqual(optionsOf(checked.text, date!).slice(0, 2), ["1 February 2024", "*2 January 2024"]);
    const { time, amount: measure } = JSON.parse(modelOf(path)).mapping;
    assert.deepEqual([time.format, measure.decimal, measure.thousands], ["%m/%d/%Y", ",", "."]);
    await discard(server, ada, path);
  });

  it("takes the number format of the dataset, and a column that is left out, for answers", async () => {
    const [path, page] = await beginDraft(server, ada, CSV);
    const fields = fieldsIn(page);
    const left = columnField(fields, "Paid on", "role");
    const day = columnField(fields, "(date of the file)", "role");
    const sent = await check(server, ada, path, {
      ...fields,
      [left]: "none",
      [day]: "time",
      date: "2024",
      "dataset-numbers": "number:.,",
    });
    assert.equal(sent.status, 200);
    assert.match(readText(sent.text), /The file can be published/);
    await discard(server, ada, path);
  });

  it("asks in the model as JSON, too", async () => {
    const [path, page] = await beginDraft(server, ada, CSV);
    assert.equal((await post(server, ada, path, { ...fieldsIn(page), do: "json" })).status, 303);
    const shown = await ada.get(path);
    const sent = await post(server, ada, path, { ...fieldsIn(shown), do: "load" });
    assert.equal(sent.status, 400);
    assert.match(
      readText(sent.text),
      /mapping\.time: choose what "01\/02\/2024" means: 1 February 2024 \("format": "%d\/%m\/%Y"\) or 2 January 2024 \("format"/,
    );
    await discard(server, ada, path);
  });
});

function modelOf(path: string): string {
  return server.drafts.find(path.split("/").at(-1)!, OPERATOR).model;
}
