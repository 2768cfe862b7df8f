import type { ColumnAnalysis, TableAnalysis } from "./table-analysis.js";

/** Columns that tell of the same thing. */
export interface Compound {
  readonly name: ColumnAnalysis;
  readonly label: ColumnAnalysis;
  /** Its colour, where there is one. */
  readonly others: readonly ColumnAnalysis[];
}

/**
 * Columns of codes that go with a column of labels each: every code has one label, and there are hardly fewer labels.
 * @returns by the position of every column that belongs to one
 */
export function findCompounds(
  { dependencies, rows }: TableAnalysis,
  columns: readonly ColumnAnalysis[],
): ReadonlyMap<number, Compound> {
  const determines = new Set(dependencies.map(({ from, to }) => `${from} ${to}`));
  const found = new Map<number, Compound>();
  for (const name of columns) {
    if (found.has(name.index) || !isCode(name) || name.distinct < 2 || name.distinct * 2 > rows) continue;
    const goesWith = columns.filter(
      ({ index }) => index !== name.index && !found.has(index) && determines.has(`${name.index} ${index}`),
    );
    const labels = goesWith.filter((label) => isWords(label) && label.distinct * 10 >= name.distinct * 8);
    const label = labels.toSorted((a, b) => distance(name, a) - distance(name, b))[0];
    if (!label || label.distinct > name.distinct) continue;
    const others = goesWith.filter(
      ({ type, index }) => type.kind === "text" && type.form === "colors" && index > name.index,
    );
    const compound = { name, label, others: others.slice(0, 1) };
    for (const { index } of [name, label, ...compound.others]) found.set(index, compound);
  }
  return found;
}

function isCode({ type }: ColumnAnalysis): boolean {
  return type.kind === "text" ? type.form === "codes" : type.kind === "number";
}

function isWords({ type }: ColumnAnalysis): boolean {
  return type.kind === "text" && type.form !== "colors" && type.longest > 2;
}

/** Labels stand behind their codes, and nearest. */
function distance(name: ColumnAnalysis, label: ColumnAnalysis): number {
  const steps = label.index - name.index;
  return steps > 0 ? steps : 0.5 - steps;
}
