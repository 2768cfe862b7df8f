import type { Attribute, Dimension } from "../../core/model/cube.js";
import type { Value } from "../../core/model/values/value.js";
import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../core/engine/cancellation.js";
import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery, NotFound } from "../../core/errors/errors.js";
import { bindFacts, type BoundFacts, type FactColumn } from "../../core/query/babbage/bind-facts.js";
import type { Parameters } from "../../core/query/parameters.js";
import type { Answer, Chunks } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { asUnion, findUnion } from "../../calls/reading/lookup/find-union.js";
import { warnOfIgnored } from "../../calls/reading/lookup/ignored-parameters.js";
import { searchWhole } from "../../calls/reading/search/narrow-search.js";
import { searchAll } from "../../calls/reading/search/search.js";
import { answerCube } from "./answer-cube.js";
import { readAttribute } from "../../core/model/calendar-rules.js";
import type { Entry, Member } from "../../core/engine/entry.js";
import type { SearchResult } from "../../core/engine/search.js";
import { decimalText } from "../../core/model/values/decimal.js";
import { csvCell, csvRecord } from "../../calls/reading/formats/csv.js";
import { gatherBatches } from "../../calls/reading/formats/json.js";
import { memoizeText } from "../../calls/reading/formats/memoize-text.js";
import { writeEnd, writeReferences, writeStart } from "./write-listing.js";

/** `GET /api/3/cubes/{dataset}/facts`: the entries of a cube that meet its cuts. */
export function listFacts(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
  signal?: Cancellation,
): Answer {
  const dataset = findUnion(context, actor, name, NotFound);
  if (asUnion(dataset)) throw new InvalidQuery(errorText("facts_of_several_datasets", { names: name }));
  const { model, engine } = dataset;
  const ignored = warnOfIgnored(context, "/api/3/cubes/{dataset}/facts", parameters);
  const bound = bindFacts(model, parameters, context.maxClauses);
  const { query } = bound;
  return answerCube(
    { context, actor, dataset, name, bound, ignored, signal },
    {
      async compute(bounds) {
        const [result] = await searchAll(searchWhole([dataset]), [query], bounds);
        const { numEntries } = result!;
        return { result: result!, numEntries, count: numEntries, warnings: [] };
      },
      write: (result, warnings) => ({ chunks: writeFacts(bound, result, warnings) }),
      writeCsv: (result) => ({ chunks: writeFactsCsv(bound, result) }),
      estimate: () => engine.estimates?.search(query, model),
    },
  );
}

/** Write entries: `{"status": "ok", "total_fact_count": …, "data": [ … ]}`. Amounts have all their digits. */
function writeFacts(bound: BoundFacts, result: SearchResult, warnings: readonly string[]): Chunks {
  return gatherBatches(writeAll(bound, result, warnings));
}

/** Write entries as CSV, with a column for each field. */
function writeFactsCsv({ columns }: BoundFacts, result: SearchResult): Chunks {
  const cells = columns.map((column): ((entry: Entry) => string) => {
    if ("measure" in column) return ({ amounts }) => decimalText(amounts[column.measure.index]!);
    const { dimension, attribute } = column;
    const write = memoizeText(({ values }: Member) => csvCell(readShown(values, dimension, attribute)), "");
    return ({ members }) => write(members[dimension.index]!);
  });
  return gatherBatches(writeRecords());

  async function* writeRecords(): AsyncGenerator<Iterable<string>, void> {
    yield [csvRecord(columns.map(({ ref }) => csvCell(ref)))];
    for await (const hits of result.hits()) {
      yield hits.map(({ entry }) => csvRecord(cells.map((write) => write(entry))));
    }
  }
}

async function* writeAll(
  bound: BoundFacts,
  result: SearchResult,
  warnings: readonly string[],
): AsyncGenerator<Iterable<string>, void> {
  const { columns } = bound;
  const counts = [
    ["total_fact_count", String(result.numEntries)],
    ["fields", writeReferences(columns)],
  ] as const;
  yield [writeStart(counts, bound, "data")];
  const write = planFact(columns);
  let isFirst = true;
  for await (const hits of result.hits()) {
    yield hits.map(({ entry }) => {
      const separator = isFirst ? "" : ",";
      isFirst = false;
      return separator + write(entry);
    });
  }
  yield [writeEnd(warnings)];
}

/** Return a function that writes an entry; text that entries share is written once. */
function planFact(columns: readonly FactColumn[]): (entry: Entry) => string {
  const fields = columns.map((column, at): ((entry: Entry) => string) => {
    const key = `${at === 0 ? "" : ","}${JSON.stringify(column.ref)}:`;
    if ("measure" in column) return ({ amounts }) => key + decimalText(amounts[column.measure.index]!);
    const { dimension, attribute } = column;
    const write = memoizeText(({ values }: Member) => JSON.stringify(readShown(values, dimension, attribute)));
    return ({ members }) => key + write(members[dimension.index]!);
  });
  return (entry) => `{${fields.map((write) => write(entry)).join("")}}`;
}

/** Read a member's attribute; its label in the language of the model, if it has one. */
function readShown(values: Member["values"], dimension: Dimension, attribute: Attribute): Value {
  const said =
    dimension.spoken && attribute.name === "label" ? readAttribute(values, dimension, dimension.spoken) : null;
  return said || readAttribute(values, dimension, attribute);
}
