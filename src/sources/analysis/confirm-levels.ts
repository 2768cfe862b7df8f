import { isCodeBelow } from "../ingest/totals/levels.js";
import type { FileTotals } from "../ingest/totals/totals-search.js";
import type { CodeLevel, ColumnAnalysis } from "./table-analysis.js";

/** Fewest rows of upper levels that are no coincidence. */
const FEWEST = 2;
const SAMPLES = 5;

/** Most codes that are listed one by one. */
const MOST_LISTED = 2000;

/**
 * Find the columns whose codes are levels as the sums say: each row that is left out as a sum has the first characters of
 * the codes that it adds up. Codes of entries are those of the lowest levels; one that has none below it is its own member
 * of the levels below.
 */
export function confirmLevels(
  columns: readonly ColumnAnalysis[],
  found: Pick<FileTotals, "totals" | "texts" | "entryTexts">,
): readonly ColumnAnalysis[] {
  return columns.map((column) => {
    const at = found.texts.indexOf(column.heading);
    const levels = at < 0 ? [] : levelsOf(column.values ?? [], labelsOf(found, at));
    return levels.length === 0 ? column : { ...column, levels };
  });
}

/** Names of the codes of a column. */
interface CodeLabels {
  /** For the codes of rows that are sums; empty if nothing else names them. */
  readonly sums: ReadonlyMap<string, string>;
  readonly entries: ReadonlyMap<string, string>;
}

function labelsOf({ totals, entryTexts }: Pick<FileTotals, "totals" | "entryTexts">, at: number): CodeLabels {
  const coded = totals.filter(({ texts }) => texts[at] !== undefined && texts[at] !== "");
  const names = coded.map(({ text, textAt }) => (textAt === at ? "" : text));
  const labelAt = coded.find(({ textAt }) => textAt >= 0 && textAt !== at)?.textAt;
  return {
    sums: new Map(coded.map(({ texts }, each) => [texts[at]!, names[each]!])),
    entries: new Map(labelAt === undefined ? [] : entryTexts.map((texts) => [texts[at]!, texts[labelAt]!])),
  };
}

function levelsOf(codes: readonly string[], labels: CodeLabels): readonly CodeLevel[] {
  const above = [...labels.sums.keys()].filter((code) => codes.some((each) => isCodeBelow(each, code)));
  if (above.length < FEWEST) return [];
  const lengths = [...new Set(above.map((code) => code.length))].toSorted((a, b) => a - b);
  const known = new Set(above);
  const areBeginnings = lengths.every((length) =>
    codes.every((code) => code.length <= length || known.has(code.slice(0, length))),
  );
  if (areBeginnings) {
    return lengths.map((length) => describeLevel(codes, labels, (code) => code.slice(0, length), { length }));
  }
  if (codes.length > MOST_LISTED) return [];
  const chains = new Map(codes.map((code) => [code, [...chainAbove(code, above), code]]));
  const depth = Math.max(...[...chains.values()].map((chain) => chain.length)) - 1;
  return Array.from({ length: depth }, (_, level) => {
    const memberOf = Object.fromEntries([...chains].map(([code, chain]) => [code, chain[level] ?? code]));
    const length = Math.max(...Object.values(memberOf).map((member) => member.length));
    return describeLevel(codes, labels, (code) => memberOf[code]!, { length, memberOf });
  });
}

/** List the codes above a code, from the top. */
function chainAbove(code: string, above: readonly string[]): readonly string[] {
  return above.filter((each) => isCodeBelow(code, each)).toSorted((a, b) => a.length - b.length);
}

function describeLevel(
  codes: readonly string[],
  labels: CodeLabels,
  memberOf: (code: string) => string,
  of: Pick<CodeLevel, "length" | "memberOf">,
): CodeLevel {
  const members = [...new Set(codes.map(memberOf))];
  const uppers = members.filter((code) => labels.sums.has(code));
  const named = members.map((code) => [code, labels.sums.get(code) ?? labels.entries.get(code) ?? ""] as const);
  return {
    ...of,
    members: uppers.length,
    samples: uppers.slice(0, SAMPLES),
    labels: Object.fromEntries(named.filter(([, label]) => label !== "")),
  };
}
