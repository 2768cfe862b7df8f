import {
  type ParseMembers,
  parseMembersHere,
  type SharedMembers,
  takeMembers,
} from "../../engines/clickhouse/table/members.js";
import type { Threads } from "./threads.js";

/** Versions of up to so many members are parsed here, in a tenth of a second, and indexed by the first search. */
const FEW = 65_536;

/** Create a parser of members that parses and indexes them in a thread of its own, if there are many. */
export function memberParserInThread(threads: Pick<Threads, "runOrder">): ParseMembers {
  return async (model, codes, parts) => {
    if (codes.reduce((sum, each) => sum + each, 0) <= FEW) return parseMembersHere(model, codes, parts);
    const order = { kind: "members", document: JSON.stringify(model.document), codes, parts } as const;
    const { members } = (await threads.runOrder(order, {})) as { readonly members: readonly SharedMembers[] };
    return takeMembers(model, members);
  };
}
