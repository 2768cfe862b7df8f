import type { IndexTerms } from "../clickhouse/table/members.js";
import type { SharedTerms } from "../columnar/member-table.js";
import type { Threads } from "./threads.js";

/** Members of up to so many are indexed by the first search, in a tenth of a second. */
const FEW = 65_536;

/** Create a function that indexes the terms of members in a thread of its own, if there are many. */
export function termIndexerInThread(threads: Pick<Threads, "runOrder">): IndexTerms {
  return async (table) => {
    if (table.length <= FEW) return;
    const { terms } = (await threads.runOrder({ kind: "terms", table: table.share() }, {})) as {
      readonly terms: SharedTerms;
    };
    table.takeTerms(terms);
  };
}
