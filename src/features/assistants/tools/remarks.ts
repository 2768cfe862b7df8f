import { arrayOf, described, object, type Schema, TEXT } from "../../../calls/schema.js";

/** Warnings and notes beside the answer of a call. */
export interface Remarked {
  readonly warnings?: readonly string[];
  readonly notes?: readonly { readonly id: number; readonly kind: string; readonly text: string }[];
  /** Says why amounts are nominal. */
  readonly warning?: { readonly inflation: string; readonly error: string };
}

/** Write what an answer warns of and notes, a sentence each. */
export function listRemarks({ warnings = [], notes = [], warning }: Remarked): readonly string[] {
  return [
    ...warnings.map((sentence) => `Warning: ${sentence}`),
    ...(warning ? [`Warning: ${warning.inflation}: ${warning.error}`] : []),
    ...notes.map(({ id, kind, text }) => `Note ${id} (${kind}): ${text}`),
  ];
}

/** Schema of the address that every answer names as its source. */
const CITE: Schema = described(TEXT, "Address to cite: of the version of the dataset, or of several.");

/** Make the schema of the content of a tool. */
export function outputOf(properties: Readonly<Record<string, Schema>>): Schema {
  return object({ ...properties, cite: CITE });
}

/** Schema of warnings beside an answer. */
export const WARNING_LIST: Schema = described(arrayOf(TEXT), "Warnings; repeat them to your reader.");
