import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import iconv from "iconv-lite";
import { OPERATOR } from "#src/access/actor.js";
import { signedIn } from "../pages/browser.js";
import { beginDraft, columnField, fieldsIn, post, whenDone } from "./draft-browser.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

let server: SignInServer;
before(async () => {
  server = await startSignInServer();
});
after(() => server.stop());

interface Model {
  readonly dataset: Readonly<Record<string, unknown>>;
  readonly mapping: Readonly<Record<string, { readonly column?: string }>>;
}

function modelOf(path: string): Model {
  return JSON.parse(server.drafts.find(path.split("/").at(-1)!, OPERATOR).model) as Model;
}

const columnsOf = ({ mapping }: Model): readonly unknown[] => Object.values(mapping).map(({ column }) => column);

describe("the form asks what publish asks", () => {
  it("whether columns with data of persons are published: by default not", async () => {
    const ada = await signedIn(server, "ada");
    const rows = ["ann", "bob", "cyd", "dan", "eve"].map(
      (name, at) => `2024-01-0${at + 1},${name}@example.org,${at}.50`,
    );
    const [path, page] = await beginDraft(server, ada, `Date,Contact,Paid\n${rows.join("\n")}\n`, "Grants.csv");
    assert.match(page.text, /Publish it, although it holds e-mail addresses, which everybody may read then/);
    assert.match(page.text, /Neither the cells nor the headings name one/);
    const fields = fieldsIn(page);
    const keep = columnField(fields, "Contact", "keep");
    assert.equal(fields[keep], undefined);
    assert.ok(!columnsOf(modelOf(path)).includes("Contact"));
    await post(server, ada, path, { ...fields, [keep]: "yes", do: "preview" });
    assert.ok(columnsOf(modelOf(path)).includes("Contact"));
    const { [keep]: ticked, ...unticked } = fieldsIn(await ada.get(path));
    assert.equal(ticked, "yes");
    await post(server, ada, path, { ...unticked, do: "preview" });
    assert.ok(!columnsOf(modelOf(path)).includes("Contact"));
  });

  it("first and open, and folds what has no question, with all its fields", async () => {
    const ada = await signedIn(server, "ada");
    const rows = ["ann", "bob", "cyd", "dan", "eve"].map(
      (name, at) => `2024-01-0${at + 1},Area ${at},,,${name}@example.org,${at}.50`,
    );
    const file = `Date,Area,Void,Null,Contact,Paid\n${rows.join("\n")}\n`;
    const [, { text, ...page }] = await beginDraft(server, ada, file, "Folded.csv");
    const columns = [...text.matchAll(/<details\s+class="choice"[^>]*>[^]*?<h3[^>]*>([^<]*)</g)];
    const names = columns.map(([, name]) => name);
    assert.deepEqual(names.slice(0, 5), ["Contact", "Date", "Area", "Paid", "Void"]);
    const open = columns.filter(([tag]) => /^<details[^>]*\sopen/.test(tag)).map(([, name]) => name);
    assert.deepEqual(open, ["Contact"]);
    assert.match(text, /<summary>Leave out: [^<]*Void[^<]*Null/);
    assert.match(text, /<details aria-labelledby="table"\s*>/);
    const fields = fieldsIn({ ...page, text });
    for (const name of names.slice(0, 4)) assert.ok(columnField(fields, name!, "role") in fields, name);
    for (const key of ["licence_url", "category", "languages"]) assert.ok(`dataset-${key}` in fields, key);
  });

  it("about the table, and opens it: which of its rows names the columns", async () => {
    const ada = await signedIn(server, "ada");
    const [, { text }] = await beginDraft(server, ada, "Made up,,\n\nDate,Area,Paid\n2024-01-01,A,1.5\n", "Row.csv");
    assert.match(text, /<details aria-labelledby="table"\s+open/);
  });

  it("which year is that of the amounts, and leaves a date that is chosen by its role", async () => {
    const ada = await signedIn(server, "ada");
    const rows = Array.from({ length: 6 }, (_, at) => `${2020 + (at % 2)},${2023 + (at % 3)},Area ${at},${at}.25`);
    const [path, page] = await beginDraft(server, ada, `Book year,Year,Area,Paid\n${rows.join("\n")}\n`, "Book.csv");
    const fields = fieldsIn(page);
    assert.equal(modelOf(path).mapping.time?.column, "Year");
    assert.match(page.text, /Which year is that of the amounts\?[^]*Book year: 2020, 2021[^]*Year: 2023, 2024, 2025/);
    await post(server, ada, path, { ...fields, "time-column": "Book year", do: "preview" });
    const { mapping } = modelOf(path);
    assert.equal(mapping.time?.column, "Book year");
    assert.equal(mapping.year?.column, "Year");
    const now = fieldsIn(await ada.get(path));
    const roles = { [columnField(now, "Year", "role")]: "time", [columnField(now, "Book year", "role")]: "none" };
    await post(server, ada, path, { ...now, ...roles, do: "preview" });
    assert.equal(modelOf(path).mapping.time?.column, "Year");
  });

  it("in which encoding the words are right, and reads the file again in it", async () => {
    const ada = await signedIn(server, "ada");
    const text = "Date;Name;Paid\n2024-01-01;Daň;1,50\n2024-01-02;Radio Žilina;2,25\n";
    const [path, page] = await beginDraft(server, ada, iconv.encode(text, "iso-8859-2"), "Zilina.csv");
    const { encodingChoice } = server.drafts.find(path.split("/").at(-1)!, OPERATOR).analysis!;
    assert.equal(encodingChoice?.length, 2);
    const [read, other] = encodingChoice!;
    assert.match(page.text, new RegExp(`Which words are right\\?[^]*${read!.samples[0]}[^]*${other!.samples[0]}`));
    await post(server, ada, path, { ...fieldsIn(page), encoding: other!.name, do: "table" });
    const again = await whenDone(ada, path);
    assert.match(again.text, new RegExp(`Encoding: ${other!.name}`));
    assert.equal(modelOf(path).dataset.encoding, other!.name);
    assert.doesNotMatch(again.text, /Which words are right/);
  });
});
