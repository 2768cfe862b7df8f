import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Assistant } from "../features/assistant.js";
import { request } from "../client.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const MODEL = {
  dataset: { name: "town", label: "Town", description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", description: "", column: "year", datatype: "date" },
    number: { type: "attribute", label: "Number", description: "", column: "number", datatype: "string", key: true },
    to: { type: "attribute", label: "To", description: "", column: "to", datatype: "string" },
  },
};

type Row = readonly [number: string, amount: string, to: string];

/** An entry of an answer. */
interface Changed {
  readonly change: string;
  readonly fields: readonly string[];
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

const FOR_EVER = "public, max-age=31536000, immutable";

let server: LoadingServer;

async function load(rows: readonly Row[], model: object = MODEL): Promise<void> {
  const lines = rows.map(([number, amount, to]) => `${number},${amount},2009-01-01,${to}`);
  const csv_file = server.files.put("/town.csv", ["number,amount,year,to", ...lines, ""].join("\n"));
  const metadata = server.files.put("/town.json", model);
  const { json } = await server.loaded("ada", { csv_file, metadata, replace: "true" });
  assert.equal(json.run?.status, "complete", JSON.stringify(json));
}

const changesOf = (query = "", name = "town", user: string | null = null) =>
  server.ask(user, "GET", `/${name}/meta/changes.json${query}`);
const page = (path: string) => server.ask(null, "GET", path, { headers: { Accept: "text/html" } });

describe("changes between versions of a dataset", () => {
  before(async () => {
    server = await startLoading();
    await load([
      ["1", "1.10", "a"],
      ["2", "2.20", "a"],
      ["3", "3.30", "b"],
      ["4", "4.40", "b"],
    ]);
    await load([
      ["1", "1.10", "a"],
      ["2", "2.50", "a"],
      ["3", "3.30", "a"],
      ["5", "90071992547409.93", "c"],
    ]);
  });

  after(() => server.stop());

  it("name values that no entry has, with near ones", async () => {
    assert.match((await changesOf("?cut=to:aa")).json.warnings.join(), /No entry has to "aa".*"a"/);
  });

  it("add up to the cent, and list the entries", async () => {
    const { json } = await changesOf("?drilldown=to&order=to:asc");
    assert.deepEqual(
      [json.from, json.to, json.summary, json.model],
      [
        1,
        2,
        {
          added: { num_entries: 1, amount: "90071992547409.93" },
          removed: { num_entries: 1, amount: "4.4" },
          changed: { num_entries: 2, before: { amount: "5.5" }, after: { amount: "5.8" } },
          unchanged: { num_entries: 1, amount: "1.1" },
          before: { num_entries: 4, amount: "11" },
          after: { num_entries: 4, amount: "90071992547416.83" },
        },
        [],
      ],
    );
    assert.deepEqual(
      json.drilldown.map((cell: Record<string, unknown>) => [cell["to"], cell["amount"], cell["amount.against"]]),
      [
        ["a", 6.9, 3.3],
        ["b", 0, 7.7],
        ["c", Number("90071992547409.93"), 0],
      ],
    );
    const against = "/api/2/aggregate?dataset=town@2&against=dataset:town@1&drilldown=to&order=to:asc";
    for (const more of ["", "&exact=true"]) {
      const cells = await server.ask(null, "GET", against + more);
      const { json: changes } = await changesOf(`?from=1&to=2&drilldown=to&order=to:asc${more}`);
      assert.deepEqual(changes.drilldown, cells.json.drilldown);
    }
    const facts = json.entries.map(({ change, fields, before: was, after: is }: Changed) => [
      change,
      fields,
      was?.["number"],
      is?.["number"],
    ]);
    assert.deepEqual(facts.slice(0, 2), [
      ["added", [], undefined, "5"],
      ["removed", [], "4", undefined],
    ]);
    assert.deepEqual(
      new Set(facts.slice(2).map((each: unknown) => JSON.stringify(each))),
      new Set(['["changed",["amount"],"2","2"]', '["changed",["to"],"3","3"]']),
    );
    const changed = json.entries.find(({ fields }: Changed) => fields[0] === "to");
    assert.deepEqual([changed.before.to, changed.after.to], ["b", "a"]);
    assert.equal(changed.before.html_url, `${server.url}/town@1/entries/${changed.id}`);
    assert.equal(
      (await server.ask(null, "GET", `${changed.before.html_url.slice(server.url.length)}.json`)).status,
      200,
    );
  });

  it("count an entry that moves into a cut as added, and one that moves out of it as removed", async () => {
    const ofTo = async (to: string) => (await changesOf(`?cut=to:${to}`)).json;
    const into = await ofTo("a");
    assert.deepEqual(into.summary, {
      added: { num_entries: 1, amount: "3.3" },
      removed: { num_entries: 0, amount: "0" },
      changed: { num_entries: 1, before: { amount: "2.2" }, after: { amount: "2.5" } },
      unchanged: { num_entries: 1, amount: "1.1" },
      before: { num_entries: 2, amount: "3.3" },
      after: { num_entries: 3, amount: "6.9" },
    });
    assert.deepEqual(
      into.entries.map((entry: Record<string, unknown>) => entry["change"]),
      ["added", "changed"],
    );
    const out = await ofTo("b");
    assert.deepEqual([out.summary.added.num_entries, out.summary.removed], [0, { num_entries: 2, amount: "7.7" }]);
  });

  it("have pages of entries", async () => {
    const first = await changesOf("?pagesize=3");
    assert.deepEqual([first.json.entries.length, first.json.pages], [3, 2]);
    assert.match(String(first.headers["link"]), /page=2>; rel="next"/);
    const second = await changesOf("?pagesize=3&page=2");
    assert.deepEqual([...first.json.entries, ...second.json.entries], (await changesOf()).json.entries);
  });

  it("are written as CSV and as lines of JSON", async () => {
    const csv = await server.ask(null, "GET", "/town/meta/changes.csv");
    const [head, added, removed, ...changed] = csv.text.trimEnd().split("\r\n");
    assert.match(head!, /^change,id,fields,before\.amount,after\.amount,before\.time\.name,/);
    assert.match(added!, /^added,[0-9a-f]{40},,,90071992547409\.93,,/);
    assert.match(removed!, /^removed,[0-9a-f]{40},,4\.4,,2009-01-01,,/);
    assert.equal(changed.length, 2);
    const lines = await request(`${server.url}/town/meta/changes.ndjson`);
    assert.deepEqual(
      lines.text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
      (await changesOf()).json.entries,
    );
  });

  it("are the same for ever between two numbers", async () => {
    assert.equal((await changesOf("?from=1&to=2")).headers["cache-control"], FOR_EVER);
    assert.equal((await changesOf("?from=1", "town@2")).headers["cache-control"], FOR_EVER);
    for (const query of ["", "?from=1", "?to=2"]) {
      assert.notEqual((await changesOf(query)).headers["cache-control"], FOR_EVER, query);
    }
    const { json } = await changesOf("?from=2&to=1");
    assert.deepEqual([json.summary.added.amount, json.summary.removed.num_entries], ["4.4", 1]);
    assert.equal((await changesOf("?from=2&to=2")).json.summary.unchanged.num_entries, 4);
  });

  it("refuse what does not exist, with all faults", async () => {
    const refused = async (query: string, name?: string) => {
      const { status, json } = await changesOf(query, name);
      return [status, ...json.errors];
    };
    assert.deepEqual(await refused("?from=9"), [404, '"town" has no version 9; it has 1 to 2']);
    assert.deepEqual(await refused("?to=1"), [
      404,
      '"town" has no version before version 1: there is nothing to compare it with',
    ]);
    assert.deepEqual(await refused("?from=x&to=0"), [
      400,
      'from: "x" is not the number of a version, as 3 in town@3',
      'to: "0" is not the number of a version, as 3 in town@3',
    ]);
    const [status, ...errors] = await refused("?cut=nothing:1&page=x&drilldown=nowhere");
    assert.deepEqual([status, errors.length], [400, 3], errors.join("\n"));
    assert.equal((await refused("?drilldown=nothing"))[0], 400);
    assert.equal((await refused("", "city"))[0], 404);
  });

  it("are told to assistants", async () => {
    const assistant = await Assistant.connect(server.url);
    const { text, content } = await assistant.call("what_changed", { dataset: "town", drilldown: "to" });
    assert.deepEqual([content["from"], content["to"]], [1, 2]);
    assert.match(text, /^From version 1 to version 2:\nbefore: 4 entries, amount 11$/m);
    assert.match(text, /^added: 1 entries, amount 90071992547409\.93$/m);
    assert.match(text, /^changed: 2 entries, from amount 5\.5 to amount 5\.8$/m);
    assert.match(text, /^changed [0-9a-f]{40}: to b → a$/m);
    assert.ok(text.includes(`Cite: ${server.url}/town@1 ${server.url}/town@2`), text);
    assert.ok((await assistant.try("what_changed", { dataset: "town", from: 9 })).isError);
  });

  it("are a page, and so is the list of versions", async () => {
    const changes = await page("/town/meta/changes");
    assert.equal(changes.status, 200);
    for (const text of ["What changed from version 1 to 2", "€90,071,992,547,409.93", "<del>b</del>", "By To"]) {
      assert.ok(changes.text.includes(text), text);
    }
    const versions = await page("/town/meta/versions");
    assert.ok(versions.text.includes("/town/meta/changes?from=1&amp;to=2"));
    for (const path of ["/town", "/town@1"]) {
      const { text } = await page(path);
      assert.ok(text.includes('href="/town/meta/versions.atom"'), path);
    }
  });

  it("are not made by a load that changes nothing, nor by labels", async () => {
    const same: readonly Row[] = [
      ["5", "90071992547409.93", "c"],
      ["3", "3.3", "a"],
      ["1", "1.1", "a"],
      ["2", "2.5", "a"],
    ];
    const numbers = async () =>
      (await server.ask(null, "GET", "/town/meta/versions.json")).json.map((each: { version: number }) => each.version);
    await load(same);
    assert.deepEqual(await numbers(), [2, 1]);
    await load(same, { ...MODEL, dataset: { ...MODEL.dataset, label: "The town" } });
    assert.deepEqual(await numbers(), [2, 1]);
    assert.equal((await server.ask(null, "GET", "/town.json")).json.label, "The town");
  });

  it("name what differs between the models, and first that the key is another", async () => {
    const { to, ...mapping } = MODEL.mapping;
    const other = {
      ...mapping,
      payee: to,
      number: { ...mapping.number, key: false },
      time: { ...mapping.time, key: true },
    };
    await load([["5", "90071992547409.93", "c"]], { ...MODEL, mapping: other });
    const { text, json } = await changesOf();
    assert.ok(
      text.startsWith('{"warnings":["The key was \\"number\\" in version 2 and is \\"time\\" in version 3'),
      text,
    );
    assert.deepEqual([json.summary.added.num_entries, json.summary.removed.num_entries], [1, 4]);
    assert.ok(json.model.includes('"payee" is new') && json.model.includes('"to" was removed'));
    assert.ok((await page("/town/meta/changes")).text.includes("The key was"));
  });
});

describe("the list of versions", () => {
  before(async () => {
    server = await startLoading();
    for (const amount of ["1", "2", "3"]) await load([["1", amount, "a"]]);
  });

  after(() => server.stop());

  it("has their sums, sources, notes and addresses, also of those that are not kept", async () => {
    const { catalog } = server.context;
    await catalog.setNote("town", 2, "Budget as passed");
    await catalog.rollBack("town", undefined, 1);
    const { json } = await server.ask(null, "GET", "/town/meta/versions.json");
    assert.deepEqual(
      json.map((each: Record<string, unknown>) => [
        each["version"],
        each["totals"],
        each["note"],
        each["restored"],
        each["kept"],
      ]),
      [
        [4, { amount: "1" }, null, 1, true],
        [3, { amount: "3" }, null, null, true],
        [2, { amount: "2" }, "Budget as passed", null, true],
        [1, { amount: "1" }, null, null, true],
      ],
    );
    assert.match(json[0].loaded, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.match(json[0].sources[0].digest, /^sha-256:[0-9a-f]{64}$/);
    assert.equal(json[2].html_url, `${server.url}/town@2`);
    const same = await changesOf("?from=1&to=4");
    assert.equal(same.json.summary.unchanged.num_entries, 1);
    for (let amount = 10; amount < 29; amount++) await load([["1", String(amount), "a"]]);
    const later = (await server.ask(null, "GET", "/town/meta/versions.json")).json;
    assert.deepEqual(later.at(-1).kept, false);
    assert.equal((await changesOf("?from=1&to=3")).status, 410);
  });

  it("is a feed", async () => {
    const { headers, text } = await server.ask(null, "GET", "/town/meta/versions.atom");
    assert.match(String(headers["content-type"]), /^application\/atom\+xml/);
    assert.match(text, /<title>Version 2: Budget as passed<\/title>/);
    assert.match(
      text,
      new RegExp(`<link rel="self" type="application/atom\\+xml" href="${server.url}/town/meta/versions.atom"/>`),
    );
  });

  it("leaves out, for others than managers, what was loaded while it was private", async () => {
    const { catalog } = server.context;
    const newest = async (user: string | null) =>
      (await server.ask(user, "GET", "/town/meta/versions.json")).json.map((each: { version: number }) => each.version);
    const count = (await newest(null)).length;
    await catalog.setPrivate("town", true);
    await load([["1", "100", "a"]]);
    await load([["1", "101", "a"]]);
    await catalog.setPrivate("town", false);
    assert.deepEqual([(await newest(null)).length, (await newest("ada")).length], [count + 1, count + 2]);
    const [last, before] = await newest(null);
    const { json } = await changesOf();
    assert.deepEqual([json.to, json.from], [last, before]);
    assert.equal(last - before, 2);
    const hidden = last - 1;
    assert.equal((await changesOf(`?from=${hidden}`)).status, 404);
    assert.equal((await changesOf(`?from=${hidden}`, "town", "ada")).json.summary.changed.before.amount, "100");
  });
});
