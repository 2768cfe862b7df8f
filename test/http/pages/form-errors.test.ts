import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { sampleDatasets } from "../../browser/sample.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, SPENDING, spendingDataset } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { addressesOf, readText } from "./markup.js";
import { startTestServer, type TestServer } from "../server.js";

const BROWSER = { Accept: "text/html" };

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(() => server.stop());

async function open(path: string): Promise<Response> {
  return request(server.url + path, { headers: BROWSER });
}

/** Return the error text beside a field. */
function besides(page: string, id: string): string {
  const [tag] = new RegExp(`<(?:input|select)[^>]*\\sid="${id}"[^>]*>`).exec(page) ?? assert.fail(`no field ${id}`);
  assert.match(tag, /\saria-invalid="true"/);
  const [, describedBy] = /\saria-describedby="([^"]*)"/.exec(tag)!;
  const [, text] = new RegExp(`<span[^>]*\\sid="${describedBy}"[^>]*>([^<]*)<`).exec(page)!;
  return readText(text!).trim();
}

/** Invalid requests, the errors beside their fields, and the address that the form then sends. */
const INVALID: readonly {
  readonly path: string;
  readonly beside: Readonly<Record<string, RegExp>>;
  readonly again: string;
}[] = [
  {
    path: "/datasets?q=town&territories=gb|xx&languages=en&category=all",
    beside: {
      "again-territories": /^"XX" is not an ISO 3166-1 alpha-2 code such as GB$/,
      "again-category": /^"all" is not one of/,
    },
    again: "/datasets?q=town&languages=en&territories=gb%7Cxx&category=all",
  },
  {
    path: "/datasets?territories=atlantis|gb|zz&languages=elvish",
    beside: { "again-territories": /^"ATLANTIS" is not .*\. "ZZ" is not /, "again-languages": /^"elvish" is not/ },
    again: "/datasets?q=&territories=atlantis%7Cgb%7Czz&languages=elvish",
  },
  {
    path: "/town/entries?q=amount:[1+TO&min=much&max=9&order=region:asc",
    beside: { q: /^.*position/, min: /^"much" is not a number; write it like 1234.50$/ },
    again: "/town/entries?q=amount%3A%5B1+TO&order=region%3Aasc&measure=amount&min=much&max=9",
  },
  {
    path: "/town/entries?measure=mount&min=1",
    beside: { measure: /^Unknown measure "mount"; did you mean "amount"\?$/ },
    again: "measure=mount&min=1&max=",
  },
  {
    path: "/town/entries?page=none&order=amount&filter=nothing&columns=regio",
    beside: {
      "again-page": /^"none" is not a number$/,
      "again-order": /asc/,
      "again-filter": /no value/,
      "again-columns": /^Unknown column "regio"; did you mean "region"\?$/,
    },
    again: "columns=regio&page=none",
  },
  {
    path: "/town/cofog1/1/entries?min=x",
    beside: { min: /not a number/ },
    again: "/town/cofog1/1/entries?q=",
  },
  {
    path: "/town/explore?drilldown=regio|cofog1&chart=pie&order=x&measure=no",
    beside: {
      by: /^Unknown .*"regio"/,
      chart: /^unknown chart "pie"; use .*bars/,
      measure: /^Unknown measure "no"/,
      order: /"x" must end in/,
    },
    again: "/town/explore?drilldown=regio&drilldown=cofog1&measure=no&chart=pie&field=&value=&above=&top=&order=x",
  },
  {
    path: "/town/explore?drilldown=region&measure=amount.change&above=much&top=no&against=dataset:tow",
    beside: {
      above: /"much" is not a number/,
      top: /"no" is not an integer/,
      against: /no dataset with name "tow"; did you mean "town"/,
    },
    again: "measure=amount.change&chart=&field=&value=&against=dataset%3Atow&above=much&top=no&order=",
  },
  {
    path: "/town/explore?field=nowhere&value=here",
    beside: { field: /^Unknown .*"nowhere"/ },
    again: "chart=&field=nowhere&value=here",
  },
  {
    path: "/town/explore?cut=regio:A|region:B&drilldown=region",
    beside: { "again-cut": /"regio"/ },
    again: "value=&cut=regio%3AA%7Cregion%3AB&above=",
  },
  {
    path: "/search?q=(a&dataset=tow&page=x",
    beside: {
      q: /position/,
      "again-dataset": /^no dataset with name "tow"; did you mean "town"\?$/,
      "again-page": /not a number/,
    },
    again: "/search?q=%28a&dataset=tow&page=x",
  },
  {
    path: "/search?q=a&category=all",
    beside: { "again-category": /^"all" is not one of/ },
    again: "/search?q=a&category=all",
  },
  {
    path: "/explore/tax?income=much&smoker=perhaps&drinker=no",
    beside: { income: /^"much" is not a number/, smoker: /^"perhaps" is neither/ },
    again: "/explore/tax?income=much&smoker=perhaps&drinker=no&driver=yes",
  },
];

describe("a form that was sent with errors", () => {
  for (const { path, beside, again } of INVALID) {
    it(`${path} is shown again with the typed values, and each error beside its field`, async () => {
      const { status, text, headers } = await open(path);
      assert.equal(status, 400, text);
      assert.equal(headers["cache-control"], "private, no-store");
      for (const [id, sentence] of Object.entries(beside)) assert.match(besides(text, id), sentence);
      const marked = [...text.matchAll(/aria-invalid="true"/g)].length;
      assert.equal(marked, Object.keys(beside).length, "other fields are marked");
      assert.ok(
        addressesOf(text).some((each) => each.includes(again)),
        addressesOf(text).join("\n"),
      );
      assert.match(text, /<title>Error: /);
    });

    // Programs are redirected to the search call.
    if (path.includes("/entries")) continue;
    it(`${path} reports the same errors to programs`, async () => {
      const { status, text } = await request(server.url + path, { headers: { Accept: "application/json" } });
      assert.equal(status, 400);
      const page = readText((await open(path)).text);
      const { errors } = JSON.parse(text) as { errors: readonly string[] };
      assert.ok(errors.length > 0);
      for (const each of errors) assert.ok(page.includes(each.replace(/^\w+: /, "")), each);
    });
  }

  it("links its summary to each field, and to other pages", async () => {
    const { text } = await open("/town/entries?q=(&min=x");
    const summary = text.slice(text.indexOf('class="errors"'), text.indexOf("<form", text.indexOf('class="errors"')));
    assert.deepEqual(addressesOf(summary), ["#q", "#min"]);
    assert.ok(addressesOf(text.slice(text.indexOf("<main"))).includes("/town/entries"));
  });

  it("shows the result as soon as the errors are corrected", async () => {
    const { status, text } = await open("/town/entries?q=&order=amount:asc&page=1&columns=region&min=1");
    assert.equal(status, 200);
    assert.doesNotMatch(text, /aria-invalid|class="errors"|<title>Error/);
  });

  it("reveals nothing about private datasets", async () => {
    const { status, text } = await open("/search?q=(&dataset=nowhere");
    assert.equal(status, 400);
    assert.match(readText(text), /no dataset with name "nowhere"/);
  });
});

describe("a form with hundreds of choices", () => {
  const fields = Array.from({ length: 490 }, (_, at) => `field${at}`);
  let wide: TestServer;
  before(async () => {
    const attribute = { type: "attribute", column: "region", datatype: "string" };
    const mapping = { ...SPENDING.mapping, ...Object.fromEntries(fields.map((name) => [name, attribute])) };
    wide = await startTestServer(
      makeRoutes(contextOf([spendingDataset([], { model: parseModel({ ...SPENDING, mapping }).model })])),
    );
  });
  after(() => wide.stop());
  const letters = [..."abcdefghijklmnopqrstuvwxyz"].join("|");
  for (const path of [
    `/town/explore?drilldown=${letters}`,
    `/town/explore?cut=${letters.replaceAll("|", ":1|")}:1`,
    "/town/explore?chart=pie",
    "/town/entries?q=(",
  ]) {
    it(`is left out of the page of its errors: ${path}`, async () => {
      const { status, text } = await request(wide.url + path, { headers: BROWSER });
      assert.equal(status, 400);
      assert.doesNotMatch(text, /field489|<select/);
      assert.match(text, /class="errors"/);
      assert.ok(text.length < 40_000, `${text.length} characters`);
      // No link of the summary leads to a field that is not there.
      assert.ok(!addressesOf(text).some((each) => /^#(?!content|main)/.test(each)), addressesOf(text).join(" "));
    });
  }

  it("lists the first names in a message only", async () => {
    const { text } = await request(`${wide.url}/api/2/aggregate?dataset=town&drilldown=${letters}`);
    assert.match(text, /field20, .*…/);
    assert.ok(text.length < 26 * 600, `${text.length} characters`);
  });
});

describe("a chart for another page", () => {
  it("has no form, and shows the errors", async () => {
    const { status, headers, text } = await open("/town/embed?drilldown=regio");
    assert.equal(status, 400);
    assert.match(headers["content-security-policy"]!, /frame-ancestors \*/);
    const other = await open("/town/explore?drilldown=regio");
    assert.match(other.headers["content-security-policy"]!, /frame-ancestors 'none'/);
    assert.match(readText(text), /drilldown: Unknown .*"regio"/);
    assert.doesNotMatch(text, /aria-invalid/);
  });
});
