import { writeJson } from "#src/calls/reading/formats/json.js";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeDataset } from "#src/calls/reading/describe/describe-dataset.js";
import { describeEntry } from "#src/calls/reading/describe/describe-entry.js";
import type { Entry } from "#src/core/engine/entry.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { formText } from "../../../../fixtures.js";
import { answer, found, json, ORIGIN, town } from "./search-cases.js";

describe("a search as JSON", () => {
  it("has counts, facets and full entries with their dataset", async () => {
    const { stats, facets, results, warnings } = await json("dataset=town&q=schools&pagesize=1");
    assert.deepEqual([stats, facets, warnings], [{ results_count_query: 2, results_count: 1 }, {}, undefined]);
    const entry = (await withReader(town.engine, UNBOUNDED, (reader) =>
      reader.findEntry("b".padStart(40, "0")),
    )) as Entry;
    assert.deepEqual(results, [
      {
        ...JSON.parse(writeJson(describeEntry(town.model, entry, ORIGIN))),
        dataset: describeDataset(town, ORIGIN),
      },
    ]);
  });

  it("searches all readable datasets by default, some by name, and some by category", async () => {
    assert.equal(await found("order=region:asc"), "acdbe");
    assert.equal(await found("dataset=city|town&q=north"), "adc");
    assert.equal(await found("dataset=city&dataset=town&q=north"), "adc");
    assert.equal(await found("category=budget"), "ed");
    assert.equal(await found("category=any&q=parks"), "e");
    assert.equal((await json("", { id: "ann", name: "ann", admin: false })).results.length, 8);
  });

  it("orders several datasets as one and pages through them without gaps", async () => {
    const orders = [
      "",
      "order=amount:asc",
      "order=region:desc|score:desc",
      "order=time:desc",
      "order=planned:desc",
      "q=roads",
    ];
    for (const order of orders) {
      const all = await found(order);
      let paged = "";
      for (let page = 1; page <= 5; page++) paged += await found(`${order}&pagesize=1&page=${page}`);
      assert.equal(paged, all, order);
      assert.equal(await found(`${order}&pagesize=2&page=1.5`), all.slice(1, 3), order);
    }
    assert.equal(await found("order=amount:asc"), "cbdae");
    assert.equal(await found("order=planned:desc"), "abcde");
    assert.equal(await found("order=rate:asc"), "abcde");
    assert.equal(await found("order=id:desc"), "edcba");
  });

  it("ranks rare words and short values first, then large amounts", async () => {
    assert.equal(await found("dataset=town&q=roads"), "abc");
    assert.equal(await found("dataset=town&q=north OR south"), "bac");
    assert.equal(await found("dataset=town&q=north OR schools"), "cab");
    assert.equal(await found("dataset=town&q=roads&order=amount:asc"), "cba");
    assert.equal(await found("dataset=town&q=north^9 OR south"), "acb");
    assert.equal(await found("dataset=town"), "abc");
  });

  it("filters by exact values: fields are intersected, values of one field united", async () => {
    assert.equal(await found("dataset=town&filter=region:North"), "ac");
    assert.equal(await found("dataset=town&filter=region:north"), "");
    assert.equal(await found("dataset=town&filter=region:North|cofog1:2"), "c");
    assert.equal(await found("dataset=town&filter=cofog1:1|cofog1.name:2"), "abc");
    assert.equal(await found("dataset=town&filter=amount:10.10"), "a");
    assert.equal(await found("dataset=town&filter=rate:10.0"), "a");
    assert.equal(await found(`filter=id:${"d".padStart(40, "0")}|region:North`), "d");
    assert.equal(await found("filter=dataset:city"), "ed");
    assert.equal(await found('dataset=town&filter=cofog1.label:"Schools, roads to them"|year:2010'), "c");
    assert.equal(await found("filter=planned:0.05"), "a");
  });

  it("intersects every fq with the query, and finds only what the caller may read", async () => {
    assert.equal(await found("q=roads&fq=region:north&fq=-cofog1:1"), "c");
    assert.equal(await found("q=*:* OR dataset:secret&fq=dataset:secret"), "");
    assert.equal(await found("q=dataset:secret OR parks"), "e");
  });

  it("warns of parts that match nothing", async () => {
    const { warnings, results } = await json("q=regoin:north OR parks&fq=amount:[0 TO many] OR *:*");
    assert.equal(results.length, 1);
    assert.match(warnings!.join("; "), /no field "regoin"|has a field "regoin"; did you mean "region"/);
    assert.match(warnings!.join("; "), /amount: "many" is not a number/);
    assert.equal((await json("q=planned:0.05")).warnings, undefined);
  });

  it("highlights the matches in fields", async () => {
    const { results } = await json(
      "dataset=town&q=ROÄDS (school* OR time.year:2009 OR amount:[0 TO 1])&order=amount:desc&highlight=true",
    );
    assert.deepEqual(
      results.map((entry) => entry["@highlight"]),
      [
        { "cofog1.label": [[0, 5]], "time.year": [[0, 4]] },
        {
          "cofog1.label": [
            [0, 7],
            [9, 14],
          ],
          "time.year": [[0, 4]],
          amount: [],
        },
        {
          "cofog1.label": [
            [0, 7],
            [9, 14],
          ],
        },
      ],
    );
  });
});

describe("a search as CSV", () => {
  it("has the columns of all datasets", async () => {
    const text = await formText(answer("q=roads AND north&order=amount:desc&format=csv"), "csv");
    const date = (name: string): string =>
      `${name}.name,${name}.label,${name}.year,${name}.quarter,${name}.month,${name}.week,${name}.day,${name}.yearmonth`;
    assert.deepEqual(text.split("\r\n"), [
      `dataset,id,${date("time")},${date("until")},invoice,region,rate,cofog1.name,cofog1.label,cofog1.color,cofog1.weight,amount,planned`,
      `town,${"a".padStart(40, "0")},2009-03-02,2 March 2009,2009,1,03,10,02,200903,,,,,,,,,a,North,10,1,Roads,#555555,,10.1,0.05`,
      `city,${"d".padStart(40, "0")},2011-01-01,1 January 2011,2011,1,01,52,01,201101,,,,,,,,,d,North,,1,Roads and bridges,#555555,,5,`,
      `town,${"c".padStart(40, "0")},2010-01-01,1 January 2010,2010,1,01,53,01,201001,,,,,,,,,c,North,,2,"Schools, roads to them",#555555,,-0.05,0`,
      "",
    ]);
  });

  it("is named after its dataset", async () => {
    assert.equal((await answer("dataset=town").formats.csv!()).filename, "town.csv");
    assert.equal((await answer("").formats.csv!()).filename, "search.csv");
  });
});
