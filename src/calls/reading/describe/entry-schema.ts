import { ENTRY_SOURCE_SCHEMA } from "./entry-source.js";
import { described, refer, type Schema, URL } from "../../schema.js";

/** The warning that amounts are nominal, unless the model has a field of this name. */
const WARNING: Schema = { anyOf: [refer("InflationWarning"), refer("Member"), refer("Value")] };

/** Only with `provenance=true`, unless the model has a field of this name. */
const SOURCE: Schema = {
  anyOf: [refer("EntrySource"), { type: "null" }, refer("Member"), refer("Value")],
  description: "Where the entry was read from; only with `provenance=true`, unless a field is called so.",
};

export const ENTRY_SCHEMAS: Readonly<Record<string, Schema>> = {
  EntrySource: ENTRY_SOURCE_SCHEMA,
  Entry: {
    ...entryWith({}, { warning: WARNING }),
    description: "Every dimension and every measure under its name.",
  },
};

/** Return the schema of an entry with further properties, required or optional. */
export function entryWith(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  const required = { id: { type: "string", pattern: "^[0-9a-f]{40}$" }, html_url: URL, ...properties };
  return {
    type: "object",
    properties: { ...required, ...optional, source: SOURCE },
    required: Object.keys(required),
    additionalProperties: {
      anyOf: [
        described(refer("Member"), "Member of a dimension."),
        described(refer("Value"), "Value of an attribute dimension; amount of a measure."),
      ],
    },
  };
}
