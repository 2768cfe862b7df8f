import { readAttribute } from "../../core/model/calendar-rules.js";
import type { Entry, Member } from "../../core/engine/entry.js";
import type { SearchResult } from "../../core/engine/search.js";
import { decimalText } from "../../core/model/values/decimal.js";
import type { BoundFacts, FactColumn } from "../../core/query/babbage/bind-facts.js";
import type { Chunks } from "../../calls/answer.js";
import { csvCell, csvRecord } from "../../calls/reading/formats/csv.js";
import { gatherBatches } from "../../calls/reading/formats/json.js";
import { memoizeText } from "../../calls/reading/formats/memoize-text.js";
import { writeEnd, writeReferences, writeStart } from "./write-listing.js";

/** Write entries: `{"status": "ok", "total_fact_count": …, "data": [ … ]}`. Amounts have all their digits. */
export function writeFacts(bound: BoundFacts, result: SearchResult, warnings: readonly string[]): Chunks {
  return gatherBatches(writeAll(bound, result, warnings));
}

/** Write entries as CSV, with a column for each field. */
export function writeFactsCsv({ columns }: BoundFacts, result: SearchResult): Chunks {
  const cells = columns.map((column): ((entry: Entry) => string) => {
    if ("measure" in column) return ({ amounts }) => decimalText(amounts[column.measure.index]!);
    const { dimension, attribute } = column;
    const write = memoizeText(({ values }: Member) => csvCell(readAttribute(values, dimension, attribute)), "");
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
    const write = memoizeText(({ values }: Member) => JSON.stringify(readAttribute(values, dimension, attribute)));
    return ({ members }) => key + write(members[dimension.index]!);
  });
  return (entry) => `{${fields.map((write) => write(entry)).join("")}}`;
}
