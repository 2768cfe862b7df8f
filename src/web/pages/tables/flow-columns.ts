import { type Decimal } from "../../../core/model/values/decimal.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { Flows } from "../../../calls/views/pages/flows.js";

/** A column of amounts of flows: a direction or the balance, of one measure. */
export interface FlowColumn {
  readonly label: string;
  readonly amountOf: (sums: Flows["all"]) => Decimal | null;
  /** Returns the ids of the notes on its amount. */
  readonly notesOf: (sums: Flows["all"]) => readonly number[];
}

/** List the directions and the balance of each measure. */
export function flowColumns(
  { words: { figures } }: PageLocale,
  { figure, members, years }: Flows,
): readonly FlowColumn[] {
  return figure.measures.flatMap(({ label: measure }, at) => {
    const name = (label: string): string => (figure.measures.length > 1 ? `${measure}: ${label}` : capitalize(label));
    const directions = members.map(({ label }, member) => ({
      label: name(label || figures.none),
      amountOf: ({ cells }: Flows["all"]) => cells[member]?.amounts[at] ?? null,
      notesOf: ({ cells }: Flows["all"]) => cells[member]?.notes ?? [],
    }));
    const hasBalance = years.some(({ balances }) => balances[at] !== null);
    const balance = {
      label: name(figures.balance),
      amountOf: ({ balances }: Flows["all"]) => balances[at]!,
      notesOf: ({ cells }: Flows["all"]) => cells.flatMap((cell) => cell?.notes ?? []),
    };
    return hasBalance ? [...directions, balance] : directions;
  });
}

function capitalize(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
