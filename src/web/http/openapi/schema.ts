/** A JSON schema of draft 2020-12, as used by OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: "string" };
export const NUMBER: Schema = { type: "number" };
export const COUNT_SCHEMA: Schema = { type: "integer", minimum: 0 };
export const BOOLEAN: Schema = { type: "boolean" };
/** An object with any properties. */
export const ANY_OBJECT: Schema = { type: "object", additionalProperties: true };
export const URL: Schema = { type: "string", format: "uri" };

/** Make the schema of an object that has all of these properties. */
export function object(properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema {
  return { type: "object", properties, required: Object.keys(properties), ...more };
}

/** Add optional properties to the schema of an object. */
export function optional(schema: Schema, properties: Readonly<Record<string, Schema>>): Schema {
  return { ...schema, properties: { ...(schema["properties"] as object), ...properties } };
}

export function arrayOf(items: Schema): Schema {
  return { type: "array", items };
}

/** Make the schema of an object whose values have one schema, under any names. */
export function mapOf(values: Schema): Schema {
  return { type: "object", additionalProperties: values };
}

export function orNull(schema: Schema): Schema {
  return "type" in schema ? { ...schema, type: [schema["type"], "null"] } : { anyOf: [schema, { type: "null" }] };
}

/** Refer to a schema that the document holds once. */
export function refer(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function described(schema: Schema, description: string): Schema {
  return { ...schema, description };
}
