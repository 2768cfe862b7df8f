import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { after, before, describe, it } from "node:test";
import { authenticate } from "#src/access/authenticate.js";
import { makeRoutes } from "#src/features/features.js";
import { type Server, startServer } from "#src/web/http/start-server.js";
import type { Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, spendingDataset, SPENDING } from "../../fixtures.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, region: "North", code: "1", date: "2009-03-02" },
  { id: "b", paid: 20n, region: "Northwest", code: "2", date: "2009-11-30" },
  { id: "c", paid: -5n, region: "South", code: "7", date: "2010-01-01" },
];

/** A second dataset with other regions. */
const OTHER = modelNamed("village");

function modelNamed(name: string): Model {
  return parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name } }).model;
}

let server: Server;

const fail = (fields: object, message: string): never => assert.fail(`${message}: ${JSON.stringify(fields)}`);

before(async () => {
  server = await startServer({
    host: "127.0.0.1",
    port: 0,
    routes: makeRoutes(
      contextOf([
        spendingDataset(ROWS),
        spendingDataset([{ id: "d", paid: 1n, region: "West", code: "1" }], { model: OTHER }),
        spendingDataset([{ id: "e", paid: 1n, region: "Secret" }], {
          model: modelNamed("hidden"),
          private: true,
        }),
      ]),
    ),
    authenticate: (authorization) => authenticate({ accounts: [], secret: null }, authorization),
    unpackDirectory: tmpdir(),
    spillDirectory: tmpdir(),
    version: "1",
    logger: { error: fail, warn: fail },
  });
});

after(() => server.stop());

async function bodyOf(path: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

async function warningsOf(path: string): Promise<readonly string[] | undefined> {
  return (JSON.parse(await bodyOf(path)) as { warnings?: readonly string[] }).warnings;
}

const AGGREGATE = "/api/2/aggregate?dataset=town";
const SEARCH = "/api/2/search?dataset=town";
const DISTINCT = "/town/region.distinct.json?";

describe("warnings about parameters", () => {
  const warned: readonly (readonly [path: string, warning: string])[] = [
    [`${AGGREGATE}&drilldwn=region`, '"drilldwn" was ignored; did you mean "drilldown"?'],
    [`${AGGREGATE}&drildonw=region`, '"drildonw" was ignored; did you mean "drilldown"?'],
    [`${AGGREGATE}&cuts=region:North`, '"cuts" was ignored; did you mean "cut"?'],
    [`${AGGREGATE}&Cut=region:North`, '"Cut" was ignored; did you mean "cut"?'],
    [`${AGGREGATE}&Q=north`, '"Q" was ignored; did you mean "q"?'],
    [`${AGGREGATE}&inflat=2009`, '"inflat" was ignored; did you mean "inflate"?'],
    [`${AGGREGATE}&parent=true`, '"parent" was ignored; did you mean "parents"?'],
    [`${DISTINCT}prents=true`, '"prents" was ignored; did you mean "parents"?'],
    [`${AGGREGATE}&calback=f`, '"calback" was ignored; did you mean "callback"?'],
    [
      `${AGGREGATE}&filter=region:North`,
      '"filter" was ignored: it belongs to /api/2/search; here filters are written cut=dimension:value',
    ],
    [
      `${AGGREGATE}&facet_field=region`,
      '"facet_field" was ignored: it belongs to /api/2/search; here drilldown=dimension groups the entries',
    ],
    [`${AGGREGATE}&stats=true`, '"stats" was ignored: it belongs to /api/2/search'],
    [
      `${SEARCH}&cut=region:North`,
      '"cut" was ignored: it belongs to /api/2/aggregate; here filters are written filter=field:value, and ranges fq=field:[from TO to]',
    ],
    [`${SEARCH}&facet_feild=region`, '"facet_feild" was ignored; did you mean "facet_field"?'],
    [
      `${DISTINCT}filter=region:North`,
      '"filter" was ignored: it belongs to /api/2/search; here filters are written cut=dimension:value',
    ],
    [`${SEARCH}&drildown=region`, '"drildown" was ignored; did you mean "drilldown"?'],
    [`${SEARCH}&cuts=region:North`, '"cuts" was ignored; did you mean "cut"?'],
    [`${AGGREGATE}&min=5`, '"min" was ignored: it belongs to /{dataset}/entries'],
    [`${DISTINCT}atribute=label`, '"atribute" was ignored; did you mean "attribute"?'],
  ];
  for (const [path, warning] of warned) {
    it(`answer ${path}`, async () => assert.deepEqual(await warningsOf(path), [warning]));
  }

  for (const query of [
    "_=123&v=1&ct=x&ord=x",
    "adjusted=true&limit=3",
    "filter=&drilldwn=",
    "callbackk=",
    "apikey=x",
  ]) {
    for (const path of [AGGREGATE, SEARCH, DISTINCT]) {
      it(`leave ${path} the same with ${query}`, async () =>
        assert.equal(await bodyOf(`${path}&${query}`), await bodyOf(path)));
    }
  }

  it("leave what cannot be adjusted the same", async () => {
    for (const path of [SEARCH, DISTINCT]) assert.equal(await bodyOf(`${path}&inflate=2009`), await bodyOf(path));
  });

  const files = [
    ...["csv", "ndjson", "arrow", "xlsx"].map((format) => `${AGGREGATE}&format=${format}`),
    ...["csv", "ndjson", "xlsx"].map((format) => `${SEARCH}&format=${format}`),
    ...["aggregate", "facts", "members/region"].map((call) => `/api/3/cubes/town/${call}?format=csv`),
    ...["csv", "parquet", "ndjson.gz"].map((extension) => `/town/meta/entries.${extension}?`),
    "/datasets.csv?",
    "/town/region/North.csv?",
    "/town/explore.svg?drilldown=region",
    "/town/explore.csv?drilldown=region|year&chart=pivot",
  ];
  for (const path of files) {
    it(`are errors of ${path}, which cannot show them, unless lenient=true`, async () => {
      const [plain, misspelt, foreign, lenient, all] = await Promise.all(
        ["", "&lenien=true&_=1", "&csv_file=x", "&lenient=true&lenien=1&csv_file=x", "&year=all"].map((more) =>
          fetch(`${server.url}${path}${more}`),
        ),
      );
      const errorsOf = async (response: Response) => ((await response.json()) as { errors: readonly string[] }).errors;
      assert.deepEqual(
        [plain!.status, misspelt!.status, foreign!.status, lenient!.status, all!.status],
        [200, 400, 400, 200, 200],
      );
      assert.equal((await errorsOf(misspelt!))[0], 'lenien: has no effect here; did you mean "lenient"?');
      assert.deepEqual(await errorsOf(foreign!), [
        "csv_file: has no effect here: it belongs to /api/2/new",
        "Leave it out, or write lenient=true: then it is ignored, as in JSON with a warning",
      ]);
      if (!path.includes("xlsx")) assert.equal(await lenient!.text(), await plain!.text());
    });
  }

  it("are none about what a page takes from its call", async () => {
    const textOf = async (query: string): Promise<string> => {
      const headers = { Accept: "text/html" };
      return (await fetch(`${server.url}/town/meta/changes?from=1&to=1${query}`, { headers })).text();
    };
    assert.doesNotMatch(await textOf("&cut=region:North&page=1"), /was ignored/);
    assert.match(await textOf("&mesure=paid"), /&quot;mesure&quot; was ignored; did you mean &quot;measure&quot;\?/);
  });

  it("name each similar one once", async () => {
    for (const [path, errors] of [
      ["/datasets.csv?categry=budget", 'categry: has no effect here; did you mean "category"?'],
      ["/town/explore.svg?drildown=region", 'drildown: has no effect here; did you mean "drilldown"?'],
      [
        "/town/explore.csv?drilldown=region|year&chart=pivot&yaer=2009",
        'yaer: has no effect here; did you mean "year"?',
      ],
    ] as const) {
      const response = await fetch(`${server.url}${path}`);
      assert.equal(((await response.json()) as { errors: readonly string[] }).errors[0], errors);
    }
  });

  it("are in a header of formats that cannot show them", async () => {
    const text = 'Ba\u00f1os 100 % "x"';
    for (const format of ["csv", "ndjson", "arrow", "xlsx"]) {
      const path = `${AGGREGATE}&drildown=x&cut=${encodeURIComponent(`region:${JSON.stringify(text)}`)}`;
      const { headers } = await fetch(`${server.url}${path}&format=${format}&lenient=true`);
      const written = headers.get("spendcube-warnings")!;
      assert.match(written, /^[\x20-\x7e]+$/);
      assert.deepEqual(JSON.parse(decodeURIComponent(written)), await warningsOf(path), format);
      const plain = await fetch(`${server.url}${AGGREGATE}&format=${format}`);
      assert.equal(plain.headers.get("spendcube-warnings"), null);
    }
    for (const path of [`${SEARCH}&filter=region:Nowhere`, "/api/3/cubes/town/facts?cut=region:Nowhere"]) {
      const { headers } = await fetch(`${server.url}${path}&format=csv`);
      assert.deepEqual(JSON.parse(decodeURIComponent(headers.get("spendcube-warnings")!)), await warningsOf(path));
    }
  });

  it("come with entity tags of their own, and unknown names without one do not", async () => {
    for (const path of [AGGREGATE, SEARCH, DISTINCT]) {
      const tags = await Promise.all(
        ["", "&foo=1", "&pagesise=1", "&pagesise=2", "&pags=1"].map(async (more) =>
          (await fetch(`${server.url}${path}${more}`)).headers.get("etag"),
        ),
      );
      assert.equal(tags[1], tags[0]);
      assert.equal(tags[3], tags[2]);
      assert.equal(new Set(tags).size, 3);
    }
  });

  it("come before those about values, in the order of the URL", async () => {
    assert.deepEqual(await warningsOf(`${AGGREGATE}&pags=1&cut=region:Nroth&mesure=amount`), [
      '"pags" was ignored; did you mean "page"?',
      '"mesure" was ignored; did you mean "measure"?',
      'No entry has region "Nroth"; near: "North"',
    ]);
  });
});

describe("errors of parameters", () => {
  const errorsOf = async (path: string): Promise<unknown> => {
    const response = await fetch(`${server.url}${path}`);
    assert.equal(response.status, 400, path);
    return ((await response.json()) as { errors: unknown }).errors;
  };

  it("name a misspelt dataset parameter", async () =>
    assert.deepEqual(await errorsOf("/api/2/aggregate?datset=town"), [
      'The parameter "dataset" is missing: it takes the name of a dataset',
      '"datset" was ignored; did you mean "dataset"?',
    ]));

  it("name a format that is similar", async () =>
    assert.deepEqual(await errorsOf(`${AGGREGATE}&format=jsn`), [
      'Unknown format "jsn"; known: json, csv, ndjson, arrow, xlsx; did you mean "json"?',
    ]));
});

describe("warnings about values that no entry has", () => {
  const warned: readonly (readonly [path: string, ...warnings: string[]])[] = [
    [`${AGGREGATE}&cut=region:Nort`, 'No entry has region "Nort"; near: "North", "Northwest"'],
    [`${AGGREGATE}&cut=region:Nrothern`, 'No entry has region "Nrothern"'],
    [`${AGGREGATE}&cut=region:North|region:Sout`, 'No entry has region "Sout"; near: "South"'],
    [`${AGGREGATE}&cut=!region:SOUTH`, 'No entry has region "SOUTH"; near: "South"'],
    [`${AGGREGATE}&cut=cofog1:function%202`, 'No entry has cofog1 "function 2"; near: "2" (Function 2)'],
    [`${AGGREGATE}&cut=cofog1.label:7`, 'No entry has cofog1.label "7"; near: "Function 7"'],
    [`${AGGREGATE}&cut=year:2019`, 'No entry has year "2019"; near: "2009", "2010"'],
    [`${AGGREGATE}&cut=time.year:2019`, 'No entry has year "2019"; near: "2009", "2010"'],
    [
      `${AGGREGATE}&cut=year:[2030%20TO%202040]`,
      'No entry has year in [2030 TO 2040]; the least value is "2009", the greatest "2010"',
    ],
    [
      `${AGGREGATE}&cut=!region:{*%20TO%20M]`,
      'No entry has region in [* TO M]; the least value is "North", the greatest "South"',
    ],
    [`${AGGREGATE}&cut=rate:5`, 'No entry has rate "5"'],
    [`${SEARCH}&filter=region:Nort`, 'No entry has region "Nort"; near: "North", "Northwest"'],
    [`${SEARCH}&filter=region:North|region:Sout`, 'No entry has region "Sout"; near: "South"'],
    ["/api/2/search?filter=region:Wost", 'No entry has region "Wost"; near: "West"'],
    ["/api/2/search?filter=region:Secret", 'No entry has region "Secret"'],
    ["/api/2/search?filter=dataset:towm", 'No searched dataset is called "towm"; did you mean "town"?'],
    ["/api/2/search?filter=dataset:hidden|dataset:town", 'No searched dataset is called "hidden"'],
    ["/api/2/search?fq=dataset:hidden", 'No searched dataset is called "hidden"'],
    [`${AGGREGATE}&q=dataset:village`, 'No searched dataset is called "village"'],
    [
      "/api/2/aggregate?dataset=town|village&cut=dataset:villag",
      'No searched dataset is called "villag"; did you mean "village"?',
    ],
    [`${SEARCH}&filter=id:a`, 'No entry has id "a"'],
    [`${SEARCH}&filter=amount:77`, 'No entry has amount "77"'],
    [
      `${SEARCH}&filter=amount:1,010`,
      'amount: "1,010" is not a number, so nothing matches; write numbers as in 1234.5',
    ],
    [`${SEARCH}&fq=rate:high`, 'rate: "high" is not a number, so nothing matches; write numbers as in 1234.5'],
  ];
  for (const [path, ...warnings] of warned) {
    it(`answer ${path}`, async () => assert.deepEqual(await warningsOf(path), warnings));
  }

  for (const path of [
    `${AGGREGATE}&cut=region:North|region:South`,
    `${AGGREGATE}&cut=!region:North`,
    // Both values exist, but no entry has both.
    `${AGGREGATE}&cut=region:North|cofog1:7`,
    `${AGGREGATE}&cut=region:North&q=nowhere`,
    `${AGGREGATE}&cut=year:[2009%20TO%202010]|year:2009`,
    `${AGGREGATE}&cut=!until:[*%20TO%20*]`,
    `${SEARCH}&filter=region:North|cofog1:7`,
    // A value of one of the datasets is enough.
    "/api/2/search?filter=region:West|region:North",
    "/api/2/search?filter=dataset:town|dataset:village",
    "/api/2/search?fq=dataset:town%20OR%20dataset:c*",
    `${SEARCH}&filter=amount:10.10|amount:-0.05`,
    "/api/2/aggregate?dataset=town|village&cut=dataset:village",
  ]) {
    it(`are not in ${path}`, async () => assert.equal(await warningsOf(path), undefined));
  }

  it("explain only the first values, and name the others", async () => {
    const values = Array.from({ length: 7 }, (_, at) => `region:Nort${at}`);
    const warnings = await warningsOf(`${AGGREGATE}&cut=${values.join("|")}`);
    assert.deepEqual(
      warnings!.map((each) => each.includes("; near: ")),
      [true, true, true, true, true, false, false],
    );
  });
});
