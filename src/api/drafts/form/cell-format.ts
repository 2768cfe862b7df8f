import type { ColumnAnalysis } from "../../../analysis/table-analysis.js";
import type { NumberFormat } from "../../../model/values/value.js";
import type { Role } from "./column-choice.js";
import type { Definition } from "./column-uses.js";

/**
 * How the cells of a column are written, as one text: `text`, `id` (a short name is made of it), `number` (as in the
 * whole dataset), `number:,.` (with a decimal comma and points between thousands), `date` (ISO) or `date:` and a
 * strptime format.
 */
export type FormatCode = string;

/** @param datatype where the definition names none */
export function formatOf(definition: Definition, datatype: "string" | "float" | "date"): FormatCode {
  const { decimal, thousands, format } = definition;
  switch (definition.datatype ?? datatype) {
    case "float":
      return typeof decimal === "string" ? numberFormat({ decimal, thousands: String(thousands ?? "") }) : "number";
    case "date":
      return typeof format === "string" && format.trim() !== "" ? `date:${format}` : "date";
    case "id":
      return "id";
    default:
      return "text";
  }
}

export function numberFormat({ decimal, thousands }: { readonly decimal: string; readonly thousands: string }): string {
  return `number:${decimal}${thousands}`;
}

/** What a definition says of it. */
export function formatKeys(format: FormatCode): Definition {
  const [kind, rest] = split(format);
  switch (kind) {
    case "number":
      return { datatype: "float", ...(rest === "" ? {} : { decimal: rest.slice(0, 1), thousands: rest.slice(1) }) };
    case "date":
      return { datatype: "date", ...(rest === "" ? {} : { format: rest }) };
    case "id":
      return { datatype: "id" };
    default:
      return { datatype: "string" };
  }
}

/**
 * The format that a column has in a role: the one that was chosen, where it can be.
 * @param isChosen whether somebody chose just this one
 * @param analysis what was found in the column
 * @param numbers how numbers are written in the whole dataset
 */
export function fittingFormat(
  role: Role,
  format: FormatCode,
  isChosen: boolean,
  analysis: ColumnAnalysis | undefined,
  numbers: NumberFormat | null,
): FormatCode {
  const [kind] = split(format);
  if (role === "amount" || role === "measure") return kind === "number" ? format : foundNumbers(analysis, numbers);
  if (role === "time" || role === "date") return kind === "date" ? format : foundDates(analysis);
  return isChosen || (kind !== "number" && kind !== "date") ? format : "text";
}

function foundNumbers(analysis: ColumnAnalysis | undefined, numbers: NumberFormat | null): FormatCode {
  const type = analysis?.type;
  if (type?.kind !== "number" || !type.isFormatSure) return "number";
  return type.numbers.decimal === (numbers?.decimal ?? ".") ? "number" : numberFormat(type.numbers);
}

function foundDates(analysis: ColumnAnalysis | undefined): FormatCode {
  const type = analysis?.type;
  return type?.kind === "date" && type.format !== null ? `date:${type.format}` : "date";
}

function split(format: FormatCode): readonly [kind: string, rest: string] {
  const colon = format.indexOf(":");
  return colon < 0 ? [format, ""] : [format.slice(0, colon), format.slice(colon + 1)];
}
