import { countText, phraseText } from "../../../core/errors/phrase-text.js";

/** Figures of a file by which a publisher sees at once if it was read rightly. */
export interface Control {
  /** Rows that were read as entries, and those of them without any amount. */
  readonly rows: number;
  readonly empty: number;
  /** Rows that are blank or left out by rules. */
  readonly omitted: number;
  readonly sums: readonly ControlSum[];
  /** Totals that the file states, compared, in sentences. */
  readonly totals: readonly string[];
}

/** Sum of the rows in one measure. Amounts are exact decimals. */
export interface ControlSum {
  readonly measure: string;
  readonly total: string;
  readonly years: readonly ControlPart[];
  /** Parts of it by the members of dimensions whose role is a direction or a phase. */
  readonly by: readonly { readonly dimension: string; readonly parts: readonly ControlPart[] }[];
}

export type ControlPart = readonly [name: string, total: string];

/** Years and members that are listed. */
const SHOWN = 12;

/** Describe control figures, a sentence for each line. @param currency of the dataset; `null` for none */
export function explainControl(
  { rows, empty, omitted, sums, totals }: Control,
  currency: string | null,
): readonly string[] {
  return [
    phraseText("control_rows", {
      rows: countText(rows, "one_row", "some_rows"),
      count: omitted.toLocaleString("en"),
      rows_b: empty.toLocaleString("en"),
    }),
    ...sums.map(({ measure, total, years, by }) => {
      const parts = [{ parts: years }, ...by].flatMap((each) =>
        each.parts.length > 1 || each.parts[0]?.[1] === total ? listParts(each.parts) : [],
      );
      return `${measure}: ${grouped(total)}${currency === null ? "" : ` ${currency}`}${parts.length > 0 ? ` (${parts.join("; ")})` : ""}`;
    }),
    ...totals,
  ];
}

function listParts(parts: readonly ControlPart[]): string {
  const shown = parts.slice(0, SHOWN).map(([name, total]) => `${name}: ${grouped(total)}`);
  return [...shown, ...(parts.length > SHOWN ? [`and ${parts.length - SHOWN} more`] : [])].join(", ");
}

/** Write a decimal with commas between thousands. */
export function grouped(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? text : `${text}.${fraction}`;
}
