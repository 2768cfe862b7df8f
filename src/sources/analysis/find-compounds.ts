import { isCode, isWords } from "./column-forms.js";
import { slug } from "../../core/model/values/slug.js";
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
    const label = labels.toSorted((a, b) => distance(name, a) - distance(name, b))[0];
    if (!label) continue;
    const others = goesWith.filter(
      ({ type, index }) => type.kind === "text" && type.form === "colors" && index > name.index,
    );
    const compound = { name, label, within: [], others: others.slice(0, 1) };
    for (const { index } of [name, label, ...compound.others]) found.set(index, compound);
  }
  for (const { within, code, label } of nestedCodes) {
    const [name, words, ...above] = [code, label, ...within].map((at) => columns.find(({ index }) => index === at));
    if (!name || !words || above.includes(undefined) || found.has(code) || found.has(label)) continue;
    if ([code, ...within].some((at) => figures.has(at))) continue;
    const compound = { name, label: words, within: above as ColumnAnalysis[], others: [] };
    for (const at of [code, label]) found.set(at, compound);
  }
  return found;
}

/** True if a column may hold the titles of codes: nearly one for each, or fewer if the headings say so. */
function isTitle(label: ColumnAnalysis, name: ColumnAnalysis): boolean {
  if (label.distinct * 10 >= name.distinct * 8) return true;
  return label.distinct > 1 && stemOf(label.heading) !== "" && stemOf(label.heading) === stemOf(name.heading);
}

/** Words that tell a code from its title. */
const PARTS =
  /(^|-)(codes?|codigos?|codice|kod|kode|koodi|sifra|id|nr|no|num|number|nummer|numero|key|schlussel|bez|bezeichnung|name|names?|nom|nombre|nome|naziv|nazev|nazwa|nimi|navn|namn|naam|title|titel|titulo|titre|text|label|libelle|description|descripcion|descricao|descrizione|desc|omschrijving|beschreibung|opis)(?=-|$)/g;

/** Return what a heading says apart from that it is of a code or a title: `teilplan` of `Teilplan-Bez`. */
function stemOf(heading: string): string {
  const words = slug(heading.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")).replace(PARTS, "$1");
  return words
    .replace(/(code|bez|name)$/, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Return the distance of a label from its code; labels usually follow their codes, so those before rank lower. */
function distance(name: ColumnAnalysis, label: ColumnAnalysis): number {
  const steps = label.index - name.index;
  return steps > 0 ? steps : 0.5 - steps;
}
