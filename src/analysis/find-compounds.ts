import type { ColumnAnalysis, TableAnalysis } from "./table-analysis.js";

/** Columns that describe the same dimension. */
export interface Compound {
  readonly name: ColumnAnalysis;
  readonly label: ColumnAnalysis;
  /** The column of colours, if there is one. */
  readonly others: readonly ColumnAnalysis[];
}

/**
 * Pair columns of codes with columns of labels: each code has one label, and there are nearly as many labels as codes.
 * @returns the pairs, by the position of each column in them
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

/** Return the distance of a label from its code; labels usually follow their codes, so those before rank lower. */
function distance(name: ColumnAnalysis, label: ColumnAnalysis): number {
  const steps = label.index - name.index;
  return steps > 0 ? steps : 0.5 - steps;
}
