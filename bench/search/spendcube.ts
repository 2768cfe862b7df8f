import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Hit } from "#src/core/engine/search.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { parameters, type Parameters } from "#src/core/query/parameters.js";
import { mulberry32 } from "../cube/cube.js";
import { accountForMemories, sum } from "../memory/account.js";
import type { EnterSearch, Found } from "./contestant.js";
import type { Corpus } from "./corpus.js";
import { type Clause, FACETS, PAGESIZE, type Question } from "./questions.js";
import { bindSearch } from "#test/bind-search.js";

/** This program's engine, from the parsed parameters to the entries of the page. */
export const enterSpendcubeSearch: EnterSearch = async (corpus, threads) => {
  const kernel = Kernel.start({ threads });
  const model = corpusModel(corpus);
  const start = performance.now();
  const builder = columnarFormat(kernel).build(model, null, 1);
  for (const entry of entriesOf(corpus)) builder.write([entry]);
  const engine = builder.finish().engine as ColumnarEngine;
  const seconds = (performance.now() - start) / 1000;
  return {
    built: () => ({ seconds, megabytes: sum([...accountForMemories(engine).values()]) / 1e6 }),
    plan: (question) => planSearch(model, engine, question),
    async close() {
      engine.dispose();
      await kernel.close();
    },
  };
};

export function planSearch(model: Model, engine: Engine, question: Question): () => Promise<Found> {
  const pairs = searchParameters(question);
  const bounds = { maxCells: 10_000_000, deadline: Infinity };
  return async () => {
    const bound = bindSearch(model, pairs);
    const result = await withReader(engine, bounds, (reader) => reader.search(bound.queries[0]!));
    const hits: Hit[] = [];
    for await (const batch of result.hits()) hits.push(...batch);
    if (hits.length !== Math.min(PAGESIZE, result.numEntries)) throw new Error("The page is incomplete");
    return { count: result.numEntries, facets: result.facets.map(({ counts }) => [...counts]) };
  };
}

export function corpusModel({ dimensions }: Corpus): Model {
  const mapping = dimensions.map(({ name }) => {
    const attributes = {
      name: { column: `${name}_code`, datatype: "string" },
      label: { column: name, datatype: "string" },
    };
    return [name, { type: "compound", key: true, attributes }] as const;
  });
  return parseModel({
    dataset: { name: "corpus", label: "Corpus", description: "For the bench.", currency: "EUR" },
    mapping: {
      amount: { type: "measure", column: "amount", datatype: "float" },
      time: { type: "date", column: "time" },
      ...Object.fromEntries(mapping),
    },
  }).model;
}

export function* entriesOf({ rows, dimensions, amounts }: Corpus): Iterable<EntryInput> {
  // Codes contain no words of the questions, so that all contestants find the same.
  const columns = dimensions.map(({ texts, codes }, dimension) => ({
    codes,
    members: texts.map((text, code) => [`zq${dimension}x${code}`, text]),
  }));
  const time = dateAttributes("1900-01-01");
  const random = mulberry32(1);
  const id = Buffer.alloc(20);
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < 20; at += 4) id.writeUInt32LE(random() * 2 ** 32, at);
    yield {
      id: id.toString("hex"),
      members: [time, ...columns.map(({ codes, members }) => members[codes[row]!]!)],
      amounts: [{ unscaled: BigInt(amounts[row]!), scale: 2 }],
    };
  }
}

function searchParameters({ clauses, facets }: Question): Parameters {
  return parameters([
    ["q", clauses.map(printClause).join(" ")],
    ["facet_field", facets.join("|")],
    ["pagesize", String(PAGESIZE)],
    ["facet_pagesize", String(FACETS)],
  ]);
}

function printClause(clause: Clause): string {
  if ("from" in clause) return `amount:[${clause.from / 100} TO ${clause.to / 100}]`;
  if ("phrase" in clause) return `"${clause.phrase.join(" ")}"`;
  if ("prefix" in clause) return `${clause.prefix}*`;
  return clause.dimension ? `${clause.dimension}.label:${clause.word}` : clause.word;
}
