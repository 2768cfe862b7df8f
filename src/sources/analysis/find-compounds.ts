import { isCode, isWords } from "./column-forms.js";
import { readLabelHeading, stemOf } from "./label-language.js";
import { pivotedColumns } from "./repair.js";
import type { ColumnAnalysis, TableAnalysis } from "./table-analysis.js";

/** Columns that describe the same dimension. */
export interface Compound {
  readonly name: ColumnAnalysis;
  readonly label: ColumnAnalysis;
  /** Columns of the codes above, which make the name unique together with it. */
  readonly within: readonly ColumnAnalysis[];
  /** The column of colours, if there is one. */
  readonly others: readonly ColumnAnalysis[];
  /** Columns of labels in other languages, by ISO 639-1 code. */
  readonly translations: ReadonlyMap<string, ColumnAnalysis>;
}

/**
 * Pair columns of codes with columns of labels: each code has one label, and there are nearly as many labels as codes.
 * @param figures positions of the amounts and the date, which are no codes of a level
 * @returns the pairs, by the position of each column in them
 */
export function findCompounds(
  { dependencies, nestedCodes = [], rows, table }: TableAnalysis,
  columns: readonly ColumnAnalysis[],
  figures: ReadonlySet<number>,
): ReadonlyMap<number, Compound> {
  const determines = new Set(dependencies.map(({ from, to }) => `${from} ${to}`));
  const found = new Map<number, Compound>();
  const records = rows / Math.max(1, pivotedColumns(table ?? null).size);
  for (const name of columns) {
    if (found.has(name.index) || !isCode(name) || name.distinct < 2 || name.distinct * 2 > records) continue;
    const goesWith = columns.filter(
      ({ index }) => index !== name.index && !found.has(index) && determines.has(`${name.index} ${index}`),
    );
    const labels = goesWith.filter(
      (label) => isWords(label) && label.distinct <= name.distinct && isTitle(label, name),
    );
    const nearest = labels.toSorted((a, b) => distance(name, a) - distance(name, b))[0];
    if (!nearest) continue;
    // The label whose heading names no language comes before those in a language.
    const { stem } = readLabelHeading(nearest.heading);
    const plain = labels.find(({ heading }) => !isMarked(heading) && stemOf(heading) === stem);
    const label = isMarked(nearest.heading) ? (plain ?? nearest) : nearest;
    const translations = findTranslations(name, label, goesWith.filter(isWords));
    const others = goesWith.filter(
      ({ type, index }) => type.kind === "text" && type.form === "colors" && index > name.index,
    );
    const compound = { name, label, within: [], others: others.slice(0, 1), translations };
    for (const { index } of [name, label, ...compound.others, ...translations.values()]) found.set(index, compound);
  }
  for (const { within, code, label } of nestedCodes) {
    const [name, words, ...above] = [code, label, ...within].map((at) => columns.find(({ index }) => index === at));
    if (!name || !words || above.includes(undefined) || found.has(code) || found.has(label)) continue;
    if ([code, ...within].some((at) => figures.has(at))) continue;
    const compound = {
      name,
      label: words,
      within: above as ColumnAnalysis[],
      others: [],
      translations: new Map<string, never>(),
    };
    for (const at of [code, label]) found.set(at, compound);
  }
  return found;
}

/** True if a column may hold the titles of codes: nearly one for each, or fewer if the headings say so. */
function isTitle(label: ColumnAnalysis, name: ColumnAnalysis): boolean {
  if (label.distinct * 10 >= name.distinct * 8) return true;
  return label.distinct > 1 && stemOf(label.heading) !== "" && stemOf(label.heading) === stemOf(name.heading);
}

/**
 * Find the columns with the labels of a compound in other languages: their headings say the language, and are otherwise alike.
 * @param among columns of words that its code determines
 * @returns one column for each language, in the order of the columns
 */
function findTranslations(
  name: ColumnAnalysis,
  label: ColumnAnalysis,
  among: readonly ColumnAnalysis[],
): ReadonlyMap<string, ColumnAnalysis> {
  const own = readLabelHeading(label.heading);
  const stems = new Set([own.stem, stemOf(name.heading)]);
  const found = new Map<string, ColumnAnalysis>();
  for (const column of among) {
    const { stem, language } = readLabelHeading(column.heading);
    if (column === label || language === null || language === own.language || found.has(language)) continue;
    // A word such as "nombre" is of a language only beside one of another.
    if (stems.has(stem) && (own.language !== null || isMarked(column.heading))) found.set(language, column);
  }
  return found;
}

/** True for a heading with the code or the name of a language. */
function isMarked(heading: string): boolean {
  return readLabelHeading(heading).stem !== stemOf(heading);
}

/** Return the distance of a label from its code; labels usually follow their codes, so those before rank lower. */
function distance(name: ColumnAnalysis, label: ColumnAnalysis): number {
  const steps = label.index - name.index;
  return steps > 0 ? steps : 0.5 - steps;
}
