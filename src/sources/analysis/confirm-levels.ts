import { isCodeBelow } from "../ingest/totals/levels.js";
import type { FileTotals } from "../ingest/totals/totals-search.js";
import type { CodeLevel, ColumnAnalysis } from "./table-analysis.js";

/** Fewest rows of upper levels that are no coincidence. */
const FEWEST = 2;
const SAMPLES = 5;

/**
 * Find the columns whose codes are levels as the sums say: each row that is left out as a sum has the first characters of
 * the codes that it adds up. Codes of entries are those of the lowest levels.
 */
export function confirmLevels(
  columns: readonly ColumnAnalysis[],
  { totals, texts }: Pick<FileTotals, "totals" | "texts">,
): readonly ColumnAnalysis[] {
  return columns.map((column) => {
    const at = texts.indexOf(column.heading);
    const levels = at < 0 ? [] : levelsOf(column.values ?? [], labelsOf(totals, at));
    return levels.length === 0 ? column : { ...column, levels };
  });
}

/** Return the codes of the rows that are sums, with what names them; empty if nothing else does. */
function labelsOf(totals: FileTotals["totals"], at: number): ReadonlyMap<string, string> {
  return new Map(
    totals.flatMap(({ texts, text, textAt }) =>
      texts[at] === undefined || texts[at] === "" ? [] : [[texts[at], textAt === at ? "" : text] as const],
    ),
  );
}

function levelsOf(codes: readonly string[], labels: ReadonlyMap<string, string>): readonly CodeLevel[] {
  const above = [...labels.keys()].filter((code) => codes.some((each) => isCodeBelow(each, code)));
  if (above.length < FEWEST) return [];
  const lengths = [...new Set(above.map((code) => code.length))].toSorted((a, b) => a - b);
  const known = new Set(above);
  // Codes of several lengths on one level have no beginning of one length.
  const areLevels = lengths.every((length) =>
    codes.every((code) => code.length <= length || known.has(code.slice(0, length))),
  );
  if (!areLevels) return [];
  return lengths.map((length) => {
    const members = above.filter((code) => code.length === length);
    const named = members.filter((code) => labels.get(code) !== "");
    return {
      length,
      members: members.length,
      samples: members.slice(0, SAMPLES),
      labels: Object.fromEntries(named.map((code) => [code, labels.get(code)!])),
    };
  });
}
