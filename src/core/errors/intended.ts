import { readErrorCode } from "./error-text.js";

/** Codes of warnings that report what the model says to do. */
const INTENDED: ReadonlySet<string> = new Set(["row_left_out", "rows_left_out"]);

/** True for a warning of what was asked for, such as rows that the model leaves out: it is only told. */
export function isIntended(warning: string): boolean {
  return INTENDED.has(readErrorCode(warning)?.code ?? "");
}
