import type { ColumnAnalysis } from "../../../../sources/analysis/table-analysis.js";
import type { NumberFormat } from "../../../../core/model/values/value.js";
import type { Role } from "./column-choice.js";
import type { Definition } from "../../../../sources/analysis/column-uses.js";

/**
 * The notation of a column's cells as one text: `text`, `id` (text that a short name is derived from), `number` (in the
 * dataset's notation), `number:,.` (decimal comma, points between thousands), `date` (ISO, or as all cells show) or
 * `date:` and a strptime format. `number:?` and `date:?` are unanswered: the cells can be read in two ways.
 */
export type FormatCode = string;

/** Return the format of a definition. @param datatype default for a definition without one */
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

/** True if the user still has to choose between two ways to read the cells. */
export function isUnanswered(format: FormatCode): boolean {
  return format.endsWith(":?");
}

/**
 * Return the format that a model gives a column, unanswered if it leaves open which of two ways is meant.
 * @param numbers notation of numbers in the whole dataset
 */
export function formatInDoubt(
  format: FormatCode,
  analysis: ColumnAnalysis | undefined,
  numbers: NumberFormat | null,
): FormatCode {
  const type = analysis?.type;
  if (format === "date" && type?.kind === "date" && type.doubt) return "date:?";
  return format === "number" && numbers === null && type?.kind === "number" && type.doubt ? "number:?" : format;
}

/** Return the keys of a definition that describe a format. */
export function formatKeys(format: FormatCode): Definition {
  const [kind, rest] = isUnanswered(format) ? split(format.slice(0, -2)) : split(format);
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
 * Return the format of a column in a role: the given one if the role allows it, else the one that the analysis found.
 * @param isChosen true if the user chose this format
 * @param numbers notation of numbers in the whole dataset
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
  if (type?.kind !== "number" || !type.isFormatSure) return formatInDoubt("number", analysis, numbers);
  return type.numbers.decimal === (numbers?.decimal ?? ".") ? "number" : numberFormat(type.numbers);
}

function foundDates(analysis: ColumnAnalysis | undefined): FormatCode {
  const type = analysis?.type;
  if (type?.kind !== "date" || type.format === null) return "date";
  return type.doubt ? "date:?" : `date:${type.format}`;
}

function split(format: FormatCode): readonly [kind: string, rest: string] {
  const colon = format.indexOf(":");
  return colon < 0 ? [format, ""] : [format.slice(0, colon), format.slice(colon + 1)];
}
