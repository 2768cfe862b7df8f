import { slug } from "../model/values/slug.js";
import type { Definition } from "./column-uses.js";
import { type ModelColumn, type ModelColumns, nameDerived, textReader } from "./model-columns.js";
import type { Suggestion } from "./suggestion.js";

/** The phases of a budget in their order, in the words of the Fiscal Data Package. */
const PHASES = ["proposed", "approved", "adjusted", "executed"] as const;

type Phase = (typeof PHASES)[number];

/** Words for the phases in the languages of published budgets, as parts of slugs. */
const WORDS: Readonly<Record<Phase, RegExp>> = {
  proposed:
    /(^|-)(proposed?|proposal|draft|requested|planned|entwurf|geplant|plan|propuesto|proyecto|propose|proposta|proposto|prijedlog|predlozeni|suunniteltu|forslag|projekt)(-|$)/,
  approved:
    /(^|-)(approved?|adopted|enacted|budgeted|budget|original|initial|ansatz|haushaltsansatz|genehmigt|bewilligt|aprobado|aprobada|inicial|vote|votee?s?|approvato|stanziamento|aprovado|aprovada|usvojeni|odobreno|myonnetty|begroot|begroting|schvaleny|uchwalony|vedtaget|miratuar)(-|$)/,
  adjusted:
    /(^|-)(adjusted|amended|revised|modified|current|nachtrag|fortgeschrieben|modificado|modificada|definitivo|definitiva|modifie|rectifie|assestato|revisto|corrigido|rebalans|izmijenjeni|tarkistettu|herzien|upraveny)(-|$)/,
  executed:
    /(^|-)(executed|execution|actuals?|outturn|spent|paid|realised|realized|ist|ergebnis|rechnung|rechnungsergebnis|ejecutado|ejecutada|ejecucion|obligaciones|pagado|pagos|liquidado|execute|realise|consomme|pagato|consuntivo|executado|pago|liquidada|izvrsenje|izvrseno|izvrsen|realizirano|toteutunut|toteutuma|realisatie|gerealiseerd|skutecnost|wykonanie|realiserat|regnskab|zbatuar|ekzekutuar)(-|$)/,
};
const UNSLUGGED: Readonly<Record<Phase, RegExp>> = {
  proposed: /要求|проєкт|проект/u,
  approved: /当初予算|予算額|затверджен|утвержд|հաստատված/u,
  adjusted: /補正|уточнен|ճշտված/u,
  executed: /決算|виконан|исполнен|կատարված/u,
};

/** Suggest the phases of amounts, and a phase for each column whose values are the phases of rows. */
export function suggestPhases(model: ModelColumns): readonly Suggestion[] {
  const ofAmounts = suggestForAmounts(model.columns);
  return [...(ofAmounts ? [ofAmounts] : []), ...model.columns.flatMap((column) => suggestPhase(model, column) ?? [])];
}

function suggestForAmounts(columns: readonly ModelColumn[]): Suggestion | null {
  const found = columns.flatMap((each) => {
    const phase = each.kind === "measure" ? phaseOf(each.column) : null;
    return phase === null ? [] : [{ each, phase }];
  });
  if (new Set(found.map(({ phase }) => phase)).size < 2) return null;
  return {
    kind: "phase",
    column: found[0]!.each.column,
    label: "Say of which phase of the budget the amounts are",
    reason: "The headings of the amounts name different phases of the same money",
    examples: found.map(({ each, phase }) => `${each.column} → ${phase}`),
    isDefault: true,
    added: [],
    set: found.map(({ each, phase }) => [each.field, { phase }]),
    hierarchies: [],
  };
}

function suggestPhase({ mapping }: ModelColumns, column: ModelColumn): Suggestion | null {
  const { values: cells } = column.analysis;
  const read = textReader(column);
  if (!cells || !read || cells.length < 2) return null;
  const phases = cells.map((cell) => [cell, phaseOf(cell)] as const);
  const known = phases.filter((each): each is [string, Phase] => each[1] !== null);
  const order = PHASES.filter((phase) => known.some(([, each]) => each === phase));
  if (order.length < 2 || known.length < cells.length) return null;
  const meaning = { role: "phase", order, default: order.at(-1)! };
  const described = {
    kind: "phase",
    column: column.column,
    label: `Tell the phases of the budget apart by “${column.label}”`,
    reason: `Its values are phases of the same money. Pages then show ${meaning.default} first and never add phases up, and answers that add them up have a warning`,
    examples: order.map((phase) => {
      const its = known.filter(([, each]) => each === phase).map(([cell]) => cell);
      return `${its.join(", ")} → ${phase}`;
    }),
    isDefault: false,
    hierarchies: [],
  } as const;
  if (known.every(([cell, phase]) => read(cell) === phase)) {
    return column.attribute === null || column.attribute === "name"
      ? { ...described, added: [], set: [[column.field, meaning]] }
      : null;
  }
  const values = Object.fromEntries(known.map(([cell, phase]) => [read(cell), phase]));
  const definition = { type: "derived", label: "Phase", from: column.reference, values, facet: true, ...meaning };
  const isSame = ({ role, from }: Definition): boolean => role === "phase" && from === column.reference;
  return { ...described, added: [[nameDerived(mapping, "phase", isSame), definition]], set: [] };
}

/** Return the phase that a text names; `null` if it names none, or more than one that are not the same. */
function phaseOf(text: string): Phase | null {
  const words = slug(text);
  const found = PHASES.filter((phase) => UNSLUGGED[phase].test(text) || WORDS[phase].test(words));
  // "Approved budget", "adjusted budget" and "budget execution" name a phase beside the budget.
  const named = found.length > 1 ? found.filter((phase) => phase !== "approved" || !/(^|-)budget/.test(words)) : found;
  return named.length === 1 ? named[0]! : null;
}
