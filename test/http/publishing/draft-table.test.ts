import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { OPERATOR } from "#src/access/actor.js";
import { messyTown } from "../../messy-town.js";
import { signedIn } from "../pages/browser.js";
import { waitUntil } from "../client.js";
import { beginDraft, check, columnField, discard, fieldsIn, post, whenDone } from "./draft-browser.js";
import { readText } from "../pages/markup.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

const { messy } = messyTown(6);

let server: SignInServer;
before(async () => {
  server = await startSignInServer();
});
after(() => server.stop());

const tableOf = (path: string): unknown =>
  JSON.parse(server.drafts.find(path.split("/").at(-1)!, OPERATOR).model).dataset.table;

/** The fields of a form with every repair ticked. */
function withAllRepairs(fields: Readonly<Record<string, string>>): Record<string, string> {
  const ids = Object.keys(fields).filter((name) => /^r\d+-id$/.test(name));
  return { ...fields, ...Object.fromEntries(ids.map((id) => [id.replace("id", "accept"), "yes"])) };
}

describe("the table of a draft", () => {
  it("is shown with its header, and read again with the repairs that are ticked; what was typed stays", async () => {
    const ada = await signedIn(server, "ada");
    const [path, page] = await beginDraft(server, ada, messy, "Budget.csv");
    assert.match(readText(page.text), /Town of Sample[^]*Area\s+Line\s+2019\s+2020\s+2021/);
    const fields = fieldsIn(page);
    assert.equal(fields.header_row, "4");
    const typed = { ...withAllRepairs(fields), "dataset-label": "The budget", do: "table" };
    assert.equal((await post(server, ada, path, typed)).status, 303);
    const again = fieldsIn(await whenDone(ada, path));
    assert.equal(again["dataset-label"], "The budget");
    assert.deepEqual(Object.keys(tableOf(path) as object).toSorted(), [
      "empty",
      "header_row",
      "leave_out",
      "units",
      "unpivot",
    ]);
    const checked = await check(server, ada, path, again);
    assert.match(readText(checked.text), /78 rows read, 72 entries/);
    assert.match(readText(checked.text), /the 6 rows come to [^€]*€[\d,.]+.*, as line 11, "Total Schools", says/);
    assert.match(checked.text, /<figcaption dir="auto">By Area, 2021<\/figcaption>/);
    assert.match(checked.text, /Culture[^]*€29,844\.33[^]*Parks/);
    const loaded = await post(server, ada, path, { ...again, do: "load" });
    assert.equal(loaded.status, 303, loaded.text);
    await waitUntil(() => server.catalog.get("budget") !== undefined, "the dataset is there");
    const { engine, model } = server.catalog.get("budget")!;
    assert.equal(engine.numEntries, 72);
    assert.equal(model.table!.headerRow, 4);
  });

  it("is published with rows that add others up only after somebody has said that they are totals or entries", async () => {
    const ada = await signedIn(server, "ada");
    const rows = ["Schools;Roof;2024;100,50", "Schools;Windows;2024;200,25", "Roads;Signs;2024;50,00"];
    const town = `Office;What;Year;Amount\n${rows.join("\n")}\nTotal;;2024;350,75\n`;
    const untick = (fields: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => !/^r\d+-accept$/.test(name)));
    const [path, page] = await beginDraft(server, ada, town, "Totals.csv");
    const good = await check(server, ada, path, fieldsIn(page));
    assert.match(good.text, /<h2>The file can be published<\/h2>/);
    assert.doesNotMatch(good.text, /id="counts_totals"/);
    await post(server, ada, path, { ...untick(fieldsIn(good)), do: "table" });
    const asked = await check(server, ada, path, fieldsIn(await whenDone(ada, path)));
    assert.match(asked.text, /<h2>Before the file is published: are these totals\?<\/h2>/);
    assert.match(readText(asked.text), /701\.5/);
    assert.doesNotMatch(readText(/<section>[^]*?<\/section>/.exec(asked.text)![0]), /leave_out|can be published/);
    const refused = await post(server, ada, path, { ...fieldsIn(asked), do: "load" });
    assert.match(refused.text, /Amounts may count twice: say of the rows/);
    assert.equal(server.catalog.get("totals"), undefined);
    const answered = await check(server, ada, path, { ...fieldsIn(asked), counts_totals: "yes" });
    assert.match(answered.text, /<h2>The file can be published<\/h2>/);
    assert.match(answered.text, /id="counts_totals" type="checkbox"[^>]*checked/);
    const loaded = await post(server, ada, path, { ...fieldsIn(answered), do: "load" });
    assert.equal(loaded.status, 303, loaded.text);
    await waitUntil(() => server.catalog.get("totals") !== undefined, "the dataset is there");
    assert.equal(server.catalog.get("totals")!.engine.numEntries, 4);
  });

  it("is previewed as entries before any check, and again after a change", async () => {
    const ada = await signedIn(server, "ada");
    const rows = ["A;05.01.2024;1.234,50;Rent", "B;6.1.2024;x;Fuel", "", "C;07.01.2024;2,00;"];
    const more = Array.from({ length: 20 }, (_, at) => `M${at};31.01.2024;${at},50;Fuel`);
    const [path, page] = await beginDraft(
      server,
      ada,
      `Voucher;Date;Paid;What\n${[...rows, ...more].join("\n")}\n`,
      "Small.csv",
    );
    const entriesIn = ({ text }: { readonly text: string }): string =>
      readText(/<details[^>]*first-entries[^]*?<\/details>/.exec(text)?.[0] ?? "");
    assert.match(entriesIn(page), /Date\s+Paid\s+What\s+Voucher\s+5 January 2024\s+1,234.50\s+Rent\s+A/);
    assert.match(entriesIn(page), /Cannot be loaded: "x" is not a number/);
    assert.match(entriesIn(page), /7 January 2024\s+2\s+\(none\)\s+C/);
    const fields = fieldsIn(page);
    const named = { ...fields, [columnField(fields, "Voucher", "label")]: "Number", "dataset-currency": "EUR" };
    const sent = await post(server, ada, path, { ...named, do: "preview" });
    assert.match(sent.headers.location!, new RegExp(`${path}#first-entries$`));
    assert.match(entriesIn(await ada.get(path)), /Number\s+5 January 2024\s+€1,234.50/);
    const wrong = { ...fieldsIn(await ada.get(path)), [columnField(fields, "Date", "role")]: "none" };
    await post(server, ada, path, { ...wrong, do: "preview" });
    assert.equal(entriesIn(await ada.get(path)), "");
    await discard(server, ada, path);
  });

  it("has the columns that became rows, and no rows left out, in the preview", async () => {
    const ada = await signedIn(server, "ada");
    const [path, page] = await beginDraft(server, ada, messy, "Budget.csv");
    await post(server, ada, path, { ...withAllRepairs(fieldsIn(page)), do: "table" });
    const text = readText((await whenDone(ada, path)).text);
    assert.match(text, /The first entries[^]*2019\s[^]*2020\s[^]*2021\s/);
    assert.doesNotMatch(text, /Cannot be loaded/);
    await discard(server, ada, path);
  });

  it("is read again before a check if repairs were ticked or taken back since", async () => {
    const ada = await signedIn(server, "ada");
    const [path, page] = await beginDraft(server, ada, messy, "Budget.csv");
    await post(server, ada, path, { ...withAllRepairs(fieldsIn(page)), do: "check" });
    const fields = fieldsIn(await whenDone(ada, path));
    assert.ok("unpivot" in (tableOf(path) as object));
    const none = Object.fromEntries(Object.entries(fields).filter(([name]) => !/^r\d+-accept$/.test(name)));
    await post(server, ada, path, { ...none, do: "table" });
    await whenDone(ada, path);
    assert.deepEqual(tableOf(path), { header_row: 4 });
    await discard(server, ada, path);
  });

  it("begins at the row that the publisher picks", async () => {
    const ada = await signedIn(server, "ada");
    const [path, page] = await beginDraft(server, ada, "Year,2021\nA,B\nCode,Sum\nX,1\nY,2\n", "Small.csv");
    const fields = fieldsIn(page);
    assert.equal(fields.header_row, "1");
    await post(server, ada, path, { ...fields, header_row: "3", do: "table" });
    const again = await whenDone(ada, path);
    assert.equal(fieldsIn(again).header_row, "3");
    assert.deepEqual(tableOf(path), { header_row: 3 });
    assert.match(readText(again.text), /Code[^]*Sum[^]*numbers from 1 to 2/);
    await discard(server, ada, path);
  });

  it("is checked for members with several parents in a hierarchy", async () => {
    const ada = await signedIn(server, "ada");
    const rows = ["1,A,x,2020,5", "2,B,x,2020,6", "3,B,y,2020,7"];
    const [path, page] = await beginDraft(server, ada, `No,Area,Line,Year,Amount\n${rows.join("\n")}\n`, "Levels.csv");
    await post(server, ada, path, { ...fieldsIn(page), do: "json" });
    const fields = fieldsIn(await ada.get(path));
    const document = { ...JSON.parse(fields.model!), hierarchies: { h: { levels: ["area", "line"] } } };
    const checked = await check(server, ada, path, { ...fields, model: JSON.stringify(document) });
    assert.match(readText(checked.text), /1 member of "line" \("x"\) has more than one parent in "area"/);
    await discard(server, ada, path);
  });
});
