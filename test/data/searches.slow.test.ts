import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { SearchResult } from "#src/core/engine/search.js";
import { streamEntries, withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { plainFormat } from "../reference/builder.js";
import { printClauses } from "#src/core/query/clauses.js";
import { printSearch } from "#src/core/query/syntax/print.js";
import { parameters } from "#src/core/query/parameters.js";
import { hitsOf } from "../contract/search-suite.js";
import { lookUp } from "../differential/look-up.js";
import { servicesOf, loadFile, memoryCatalog } from "../fixtures.js";
import { bindSearch } from "../bind-search.js";

const DATA = resolve("../shared/data");
const MISSING = existsSync(DATA) ? false : `${DATA} is not there`;
const BOUNDS = { maxCells: 1_000_000, deadline: Infinity };
/** Entries from which searches are made up. */
const SAMPLES = 12;

const kernel = Kernel.start();
after(() => kernel.close());

type Pairs = readonly (readonly [string, string])[];

async function load(name: string): Promise<{ readonly model: Model; readonly engine: Engine }> {
  const { model } = readModel(readFileSync(resolve(DATA, name, "model.json")));
  const services = servicesOf(memoryCatalog(), columnarFormat(kernel));
  const { dataset } = await loadFile(services, model, resolve(DATA, name, "data.csv"), { skipInvalid: true });
  return dataset;
}

/** The same entries, for a scan. */
async function copyPlainly(model: Model, engine: Engine): Promise<Engine> {
  const builder = plainFormat.build(model, null, 1);
  for await (const entries of streamEntries(engine)) {
    for (const { id, members, amounts } of entries) {
      const values = members.map((member, at) => member?.values ?? model.dimensions[at]!.attributes.map(() => null));
      builder.write([{ id, members: values, amounts }]);
    }
  }
  return builder.finish().engine;
}

/** Searches for what some entries have: words, parts of words, phrases, codes, values, amounts, days. */
async function makeUp(model: Model, engine: Engine): Promise<readonly Pairs[]> {
  const found: Pairs[] = [];
  const word = (text: string) => printSearch({ is: "word", pieces: [text] });
  const time = model.dimensions.findIndex(({ name }) => name === "time");
  const step = Math.max(1, Math.floor(engine.numEntries / SAMPLES));
  let position = 0;
  for await (const entries of streamEntries(engine)) {
    for (const { members, amounts } of entries) {
      if (position++ % step !== 0) continue;
      const dimension = model.dimensions[position % model.dimensions.length]!;
      const texts = model.dimensions.flatMap(({ index }) => members[index]?.values ?? []).map(String);
      const text = texts[position % texts.length]!;
      const words = text.split(/\s+/).filter((each) => each !== "");
      const letters = Array.from(words.at(-1) ?? "x");
      const value = String(members[dimension.index]?.values[dimension.identity.index] ?? "none");
      const amount = Number(amounts[0]!.unscaled) / 10 ** amounts[0]!.scale;
      found.push(
        [["q", word(text)]],
        [
          ["q", words.slice(0, 2).map(word).join(" ")],
          ["facet_field", dimension.name],
        ],
        [["q", printSearch({ is: "phrase", text })]],
        [["q", `${word(letters.slice(0, 2).join(""))}*`]],
        [
          ["q", `*${word(letters.slice(-2).join(""))}`],
          ["order", "amount:asc"],
        ],
        [["q", printSearch({ is: "fuzzy", text: letters.join(""), edits: 1 })]],
        [
          ["q", printSearch({ is: "in", field: dimension.name, of: { is: "phrase", text: value } })],
          ["stats", "true"],
        ],
        [["filter", printClauses([{ field: dimension.name, value }])]],
        [
          ["q", `${word(words[0] ?? "x")} OR -${word(letters.join(""))}`],
          ["fq", `amount:[${amount} TO *]`],
        ],
        [["q", `time:[* TO ${String(members[time]?.values[0]).slice(0, 4)}]`]],
      );
    }
  }
  return found;
}

async function visible(result: SearchResult): Promise<unknown> {
  return {
    numEntries: result.numEntries,
    facets: result.facets.map(({ values, counts }) => [[...values], [...counts]]),
    sums: result.statistics.map(({ count, sum }) => [count, Number(sum.unscaled) / 10 ** sum.scale]),
    hits: (await hitsOf(result)).map(({ entry, score }) => [entry.id, score]),
  };
}

describe("searches of published data", { skip: MISSING }, () => {
  for (const name of ["bosnia-herzegovina", "tsukuba-2021", "eu-esif-2014-2020", "al-treasury"]) {
    it(`find what a scan of all entries finds: ${name}`, async () => {
      const { model, engine } = await load(name);
      const plain = await copyPlainly(model, engine);
      const looking = lookUp(kernel, engine);
      let found = 0;
      const searches = await makeUp(model, engine);
      for (const pairs of searches) {
        const all = parameters([...pairs, ["pagesize", "25"]]);
        const [query] = bindSearch(model, all).queries;
        const wanted = await visible(await withReader(plain, BOUNDS, (reader) => reader.search(query!)));
        assert.deepEqual(
          await visible(await withReader(engine, BOUNDS, (reader) => reader.search(query!))),
          wanted,
          JSON.stringify(pairs),
        );
        assert.deepEqual(
          await visible(await withReader(looking, BOUNDS, (reader) => reader.search(query!))),
          wanted,
          JSON.stringify(pairs),
        );
        if ((wanted as { numEntries: number }).numEntries > 0) found++;
      }
      assert.ok(found > searches.length / 2, `${found} of ${searches.length} found something`);
      engine.dispose();
    });
  }
});
