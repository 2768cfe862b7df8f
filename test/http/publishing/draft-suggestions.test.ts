import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { OPERATOR } from "#src/access/actor.js";
import { request, waitUntil } from "../client.js";
import { type Browser, signedIn } from "../pages/browser.js";
import { beginDraft, check, columnField, discard, fieldsIn, post, whenDone } from "./draft-browser.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

/** A budget of two directions in four spellings, with functions in two columns, and classes by code. */
const BUDGET = `Id,Fiscal year,Function code,Function,Subfunction code,Subfunction,Class,Kind,Amount\n${Array.from(
  { length: 240 },
  (_, at) => {
    const [one, two] = [1 + (at % 4), 1 + ((at >> 2) % 3)];
    const codes = [`0${one}`, `Function ${one}`, `0${one}.${two}`, `Sub ${one} ${two}`];
    const kind = ["E", "Expenses", "R", "Revenues"][(at >> 3) % 4];
    return `row-${at},${2013 + (at % 3)},${codes.join(",")},${1 + (at % 5)}${at % 3}20,${kind},${at}.25\n`;
  },
).join("")}`;

let server: SignInServer;
let ada: Browser;
before(async () => {
  server = await startSignInServer();
  ada = await signedIn(server, "ada");
});
after(() => server.stop());

type Model = Record<"mapping" | "hierarchies", Record<string, Record<string, unknown>>>;

function modelAt(path: string): Model {
  return JSON.parse(server.drafts.find(path.split("/").at(-1)!, OPERATOR).model) as Model;
}

/** Return the name of the tick box of a suggestion. */
function tickOf(fields: Readonly<Record<string, string>>, id: string): string {
  const found = Object.keys(fields).find((name) => /^s\d+-id$/.test(name) && fields[name] === id);
  assert.ok(found, `no suggestion ${id} in ${JSON.stringify(fields)}`);
  return found.replace("id", "accept");
}

describe("the suggestions of the form for publishing", () => {
  it("are shown with reason and examples, and ticked where they change no figure or leave no doubt that they must", async () => {
    const [path, page] = await beginDraft(server, ada, BUDGET);
    assert.match(page.text, /Tell revenue and expenditure apart by “Kind”/);
    assert.match(page.text, /Its values say whether money comes in or goes out/);
    assert.match(page.text, /E, Expenses → expenditure/);
    const fields = fieldsIn(page);
    const ticked = Object.keys(fields).filter((name) => /^s\d+-accept$/.test(name));
    assert.deepEqual(ticked, [tickOf(fields, "direction Kind"), tickOf(fields, "hierarchy Subfunction code")]);
    const { mapping, hierarchies } = modelAt(path);
    assert.deepEqual(hierarchies.subfunction_code!.levels, ["function_code", "subfunction_code"]);
    const derived = Object.entries(mapping).filter(([, { type }]) => type === "derived");
    assert.deepEqual(
      derived.map(([name, { role }]) => [name, role]),
      [["direction", "direction"]],
    );
    assert.ok(Object.values(mapping).every(({ precision }) => precision === undefined));
    await discard(server, ada, path);
  });

  it("become part of the model when they are ticked, and of the dataset that is published", async () => {
    const [path, page] = await beginDraft(server, ada, BUDGET, "Two ways.csv");
    const fields = fieldsIn(page);
    const accepted = Object.fromEntries(
      ["direction Kind", "precision Fiscal year", "levels Class"].map((id) => [tickOf(fields, id), "yes"]),
    );
    await post(server, ada, path, { ...fields, ...accepted, do: "json" });
    const { mapping } = modelAt(path);
    assert.deepEqual([mapping.direction!.from, mapping.direction!.role], ["kind", "direction"]);
    assert.equal(mapping.time!.precision, "year");
    assert.equal(mapping.class_level_1!.prefix, 1);
    const shown = fieldsIn(await ada.get(path));
    assert.match(shown.model!, /"Revenues": "revenue"/);
    await post(server, ada, path, { ...shown, do: "form" });
    const again = fieldsIn(await ada.get(path));
    for (const id of ["direction Kind", "precision Fiscal year", "levels Class"]) assert.ok(tickOf(again, id) in again);

    const loaded = await post(server, ada, path, { ...again, do: "load" });
    assert.equal(loaded.status, 303, loaded.text);
    await waitUntil(() => server.catalog.get("two-ways") !== undefined, "the dataset is there");
    const answer = await request(
      `${server.url}/api/2/aggregate?dataset=two-ways&drilldown=direction&order=direction:asc`,
    );
    const { drilldown } = JSON.parse(answer.text) as { drilldown: { direction: string; num_entries: number }[] };
    assert.deepEqual(
      drilldown.map(({ direction, num_entries: count }) => [direction, count]),
      [
        ["expenditure", 128],
        ["revenue", 112],
      ],
    );
  });

  it("leave the model when they are not ticked any more", async () => {
    const [path, page] = await beginDraft(server, ada, BUDGET);
    const before = modelAt(path);
    const fields = fieldsIn(page);
    const tick = tickOf(fields, "direction Kind");
    const hierarchy = tickOf(fields, "hierarchy Subfunction code");
    assert.ok(before.mapping.direction);
    const { [hierarchy]: _, [tick]: __, ...rest } = fields;
    await post(server, ada, path, { ...rest, do: "form" });
    const { hierarchies: ___, mapping, ...bare } = before;
    const { direction: ____, ...fewer } = mapping;
    assert.deepEqual(modelAt(path), { ...bare, mapping: fewer });
    await discard(server, ada, path);
  });

  it("follow fields that get other names and roles, and keep what was edited in them", async () => {
    const [path, page] = await beginDraft(server, ada, BUDGET);
    const fields = fieldsIn(page);
    await post(server, ada, path, { ...fields, [tickOf(fields, "direction Kind")]: "yes", do: "json" });
    const json = fieldsIn(await ada.get(path));
    const edited = json.model!.replace('"label": "Direction"', '"label": "In or out"');
    await post(server, ada, path, { ...json, model: edited, do: "form" });
    const form = fieldsIn(await ada.get(path));
    const renamed = {
      [columnField(form, "Kind", "name")]: "way",
      [columnField(form, "Function code", "name")]: "function",
      [columnField(form, "Function", "name")]: "function",
    };
    await post(server, ada, path, { ...form, ...renamed, do: "form" });
    const { mapping, hierarchies } = modelAt(path);
    assert.deepEqual([mapping.direction!.from, mapping.direction!.label], ["way", "In or out"]);
    assert.deepEqual(hierarchies.subfunction_code!.levels, ["function", "subfunction_code"]);
    await discard(server, ada, path);
  });

  it("change nothing in a model whose form is sent as it is", async () => {
    const [path, page] = await beginDraft(server, ada, BUDGET);
    const { model } = server.drafts.find(path.split("/").at(-1)!, OPERATOR);
    await post(server, ada, path, { ...fieldsIn(page), do: "form" });
    await whenDone(ada, path);
    assert.equal(server.drafts.find(path.split("/").at(-1)!, OPERATOR).model, model);
    await discard(server, ada, path);
  });
});

describe("the views and hierarchies of the form for publishing", () => {
  it("are chosen from the fields, follow new names, and are those of the published page", async () => {
    const [path, page] = await beginDraft(server, ada, BUDGET, "Chosen ways.csv");
    const fields = fieldsIn(page);
    assert.deepEqual([fields["v0-split"], fields["v1-split"], fields["h0-name"]], ["", "", "subfunction_code"]);
    await post(server, ada, path, { ...fields, "v0-split": "direction", "h1-0": "kind", "h1-1": "class", do: "form" });
    const form = fieldsIn(await ada.get(path));
    assert.deepEqual([form["v0-split"], form["v1-split"], form["h1-name"]], ["direction", "", "kind_class"]);
    const renamed = { [columnField(form, "Kind", "name")]: "way", "v1-split": "kind" };
    const checked = await check(server, ada, path, { ...form, ...renamed });
    const captionsOf = ({ text }: { readonly text: string }): readonly string[] =>
      [...text.matchAll(/<figcaption dir="auto">(.*?)</g)].map(([, caption]) => caption!);
    assert.deepEqual(captionsOf(checked), ["By Direction, 2015", "By Kind, 2015"]);
    const english = await check(server, ada, path, { ...fieldsIn(checked), "dataset-languages": "en" });
    assert.deepEqual(captionsOf(english), ["By direction, 2015", "By kind, 2015"]);
    const loaded = await post(server, ada, path, { ...fieldsIn(english), do: "load" });
    assert.equal(loaded.status, 303, loaded.text);
    await waitUntil(() => server.catalog.get("chosen-ways") !== undefined, "the dataset is there");
    const { views, hierarchies } = server.catalog.get("chosen-ways")!.model;
    assert.deepEqual(
      views.map(({ name, label, drilldown }) => [name, label, drilldown]),
      [
        ["default", "Direction", "direction"],
        ["way", "Kind", "way"],
      ],
    );
    assert.deepEqual(
      hierarchies.map(({ levels }) => levels.map(({ reference }) => reference)),
      [
        ["function_code", "subfunction_code"],
        ["way", "class"],
      ],
    );
  });
});
