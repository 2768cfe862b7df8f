import { type Decimal } from "../../../core/model/values/decimal.js";
import { REVENUE_AND_EXPENDITURE } from "../../../calls/views/pages/member-choice.js";
import type { PageLocale } from "../parts/page-locale.js";
import { nameAlone } from "./name-alone.js";
import { nameColumn } from "./name-column.js";
import type { Flows } from "../../../calls/views/pages/flows.js";

/** A column of amounts of flows: a direction or the balance, of one measure. */
export interface FlowColumn {
  readonly label: string;
  /** The direction that its amounts are of and, for a balance, the one that is taken from it. */
  readonly of: { readonly member: string | null; readonly less?: string; readonly measure: string };
  readonly amountOf: (sums: Flows["all"]) => Decimal | null;
  /** Returns the ids of the notes on its amount. */
  readonly notesOf: (sums: Flows["all"]) => readonly number[];
}

/** List the directions and the balance of each measure. */
export function flowColumns(locale: PageLocale, { figure, members, years }: Flows): readonly FlowColumn[] {
  const { figures } = locale.words;
  const [revenue, expenditure] = REVENUE_AND_EXPENDITURE;
  const dimension = nameColumn(locale, figure.columns[1]!);
  return figure.measures.flatMap(({ name: ofMeasure, label: measure }, at) => {
    const name = (label: string): string => (figure.measures.length > 1 ? `${measure}: ${label}` : capitalize(label));
    const directions = members.map(({ value, label }, member) => ({
      label: name(nameAlone(locale, dimension, { value, label })),
      of: { member: value, measure: ofMeasure },
      amountOf: ({ cells }: Flows["all"]) => cells[member]?.amounts[at] ?? null,
      notesOf: ({ cells }: Flows["all"]) => cells[member]?.notes ?? [],
    }));
    const hasBalance = years.some(({ balances }) => balances[at] !== null);
    const balance = {
      label: name(figures.balance),
      of: { member: revenue, less: expenditure, measure: ofMeasure },
      amountOf: ({ balances }: Flows["all"]) => balances[at]!,
      notesOf: ({ cells }: Flows["all"]) => cells.flatMap((cell) => cell?.notes ?? []),
    };
    return hasBalance ? [...directions, balance] : directions;
  });
}

function capitalize(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
