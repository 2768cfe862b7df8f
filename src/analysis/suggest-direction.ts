import { slug } from "../model/values/slug.js";
import type { Definition } from "./column-uses.js";
import { type ModelColumn, type ModelColumns, nameDerived, textReader } from "./model-columns.js";
import type { Suggestion } from "./suggestion.js";

type Direction = "revenue" | "expenditure";

/** Words for the two directions in the languages of published budgets, as slugs; Japanese and Armenian as they are. */
const WORDS: Readonly<Record<Direction, RegExp>> = {
  revenue:
    /^(revenues?|incomes?|receipts?|earnings?|einnahmen?|ertrag|ertrage|ertraege|einzahlung(en)?|ingresos?|ingressos?|recettes?|produits?|entrat[ae]|receitas?|prihod(i|y)?|tulo|tulot|te-ardhura|ardhura|dochod(y|i)?|prijem|prijmy|dokhody?|dokhodi|nadkhodzhennia|baten|inkomsten|intakter|inntekter|indtaegter|bevetel(ek)?|venituri|venit|esoda|gelir(ler)?)$/,
  expenditure:
    /^(expenditures?|expenses?|expense|spending|costs?|outlays?|payments?|ausgaben?|aufwand|aufwendung(en)?|auszahlung(en)?|gastos?|egresos?|despeses?|depenses?|charges?|spes[ae]|uscit[ae]|despesas?|rashod(i|y)?|trosak|troskovi|menot|meno|shpenzim(e|et)?|wydatki|wydatek|vydaje?|vydatky|raskhody?|vidatki|lasten|uitgaven|utgifter|kostnader|udgifter|kiadas(ok)?|cheltuieli|exoda|gider(ler)?)$/,
};
const UNSLUGGED: Readonly<Record<Direction, RegExp>> = {
  revenue: /^(歳入|収入|եկամուտ(ներ)?|доходи?|доходы|приход[иы]?|надходження|έσοδα|إيرادات|수입)$/iu,
  expenditure: /^(歳出|支出|ծախս(եր)?|видатки|расходы?|расход[иы]|витрати|έξοδα|نفقات|지출)$/iu,
};

/** Pairs of letters for revenue and expenditure. The first is plain, the others need a heading that says so. */
const LETTERS: readonly (readonly [revenue: string, expenditure: string])[] = [
  ["r", "e"],
  ["i", "e"],
  ["i", "g"],
  ["e", "a"],
  ["r", "d"],
  ["e", "s"],
  ["p", "r"],
  ["t", "m"],
  ["b", "l"],
  ["d", "w"],
  ["p", "v"],
];

/** Pages split one direction at a time, and spending at first. */
const MEANING = { role: "direction", default: "expenditure" } as const;

/** Part of the values that may have another meaning, such as transfers: one in so many. */
const OTHERS = 3;

/**
 * Suggest a direction for each column whose values say that rows are revenue or expenditure. The first of those that
 * leave no doubt is accepted from the start: the sum of both has no meaning.
 */
export function suggestDirections(model: ModelColumns): readonly Suggestion[] {
  const found = model.columns.flatMap((column) => suggestDirection(model, column) ?? []);
  const chosen = found.find(({ isDefault }) => isDefault);
  return found.map((each) => (each === chosen ? each : { ...each, isDefault: false }));
}

function suggestDirection({ mapping }: ModelColumns, column: ModelColumn): Suggestion | null {
  const { values: cells } = column.analysis;
  const read = textReader(column);
  if (!cells || !read || cells.length < 2) return null;
  const directions = new Map(cells.map((cell) => [cell, directionOf(cell)] as const));
  const isSure = namesDirections(column.column, directions);
  for (const [cell, direction] of readLetters(directions, isSure)) directions.set(cell, direction);
  const known = [...directions].filter((each): each is [string, Direction] => each[1] !== null);
  const others = cells.filter((cell) => directions.get(cell) === null);
  const isBoth = new Set(known.map(([, direction]) => direction)).size === 2;
  if (!isBoth || others.length * OTHERS > cells.length) return null;
  const described = {
    kind: "direction",
    column: column.column,
    label: `Tell revenue and expenditure apart by “${column.label}”`,
    reason:
      "Its values say whether money comes in or goes out. Pages then show revenue and expenditure by themselves and never add them up, and answers that add them up have a warning",
    examples: (["expenditure", "revenue"] as const).map((direction) => {
      const its = known.filter(([, each]) => each === direction).map(([cell]) => cell);
      return `${its.join(", ")} → ${direction}`;
    }),
    isDefault: isSure,
    hierarchies: [],
  } as const;
  if (known.every(([cell, direction]) => read(cell) === direction)) {
    return column.attribute === null || column.attribute === "name"
      ? { ...described, added: [], set: [[column.field, MEANING]] }
      : null;
  }
  const values = [...known, ...others.map((cell) => [cell, cell] as const)].map(([cell, to]) => [read(cell), to]);
  const definition: Definition = {
    type: "derived",
    label: "Direction",
    from: column.reference,
    values: Object.fromEntries(values),
    facet: true,
    ...MEANING,
  };
  const isSame = ({ role, from }: Definition): boolean => role === "direction" && from === column.reference;
  return { ...described, added: [[nameDerived(mapping, "direction", isSame), definition]], set: [] };
}

function directionOf(cell: string): Direction | null {
  const names = Object.keys(WORDS) as Direction[];
  return names.find((name) => UNSLUGGED[name].test(cell) || WORDS[name].test(slug(cell))) ?? null;
}

/** True if the heading of a column or a whole word in it says that its values are directions. */
function namesDirections(heading: string, directions: ReadonlyMap<string, Direction | null>): boolean {
  const words = slug(heading.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")).split("-");
  return [...directions.values()].some((direction) => direction !== null) || words.some(isHint);
}

/**
 * Read single letters as directions, if they are one of the pairs.
 * @param isNamed true if the column says what its letters mean
 */
function readLetters(
  directions: ReadonlyMap<string, Direction | null>,
  isNamed: boolean,
): readonly (readonly [cell: string, direction: Direction])[] {
  const letters = [...directions.keys()].filter((cell) => cell.length === 1);
  const written = new Set(letters.map((letter) => letter.toLowerCase()));
  const pair = LETTERS.filter((_, at) => at === 0 || isNamed).find((each) =>
    each.every((letter) => written.has(letter)),
  );
  if (!pair) return [];
  return letters.flatMap((cell) => {
    const at = pair.indexOf(cell.toLowerCase());
    return at < 0 ? [] : [[cell, at === 0 ? "revenue" : "expenditure"] as const];
  });
}

function isHint(word: string): boolean {
  return directionOf(word) !== null || /^(direction|flow|richtung|sentido|sens)$/.test(word);
}
