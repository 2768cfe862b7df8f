/** Mark of the values that a schema describes, for the compiler only. */
declare const VALUES: unique symbol;

/**
 * A JSON schema of draft 2020-12, as used by OpenAPI 3.1.
 * @typeParam Value the values that it describes; answers have it as their type, so that both are written once
 */
export type Schema<Value = unknown> = Readonly<Record<string, unknown>> & { readonly [VALUES]?: Value };

/** The values that a schema describes. */
export type ValueOf<S> = S extends { readonly [VALUES]?: infer Value } ? Value : never;

type Properties = Readonly<Record<string, Schema>>;
type ValuesOf<P extends Properties> = { readonly [Name in keyof P]: ValueOf<P[Name]> };

export const TEXT: Schema<string> = { type: "string" };
export const NUMBER: Schema<number> = { type: "number" };
export const COUNT_SCHEMA: Schema<number> = { type: "integer", minimum: 0 };
export const ID_SCHEMA: Schema<number> = { type: "integer", minimum: 1 };
export const BOOLEAN: Schema<boolean> = { type: "boolean" };
/** An object with any properties. */
export const ANY_OBJECT: Schema = { type: "object", additionalProperties: true };
export const URL: Schema<string> = { type: "string", format: "uri" };
/** A time in ISO 8601, UTC. */
export const TIME: Schema<string> = { type: "string", format: "date-time" };

/** Make the schema of an object that has all of these properties. */
export function object<P extends Properties>(properties: P, more: Schema = {}): Schema<ValuesOf<P>> {
  return { type: "object", properties, required: Object.keys(properties), ...more } as Schema<ValuesOf<P>>;
}

/** Add optional properties to the schema of an object. */
export function optional<Value, P extends Properties>(
  schema: Schema<Value>,
  properties: P,
): Schema<Value & Partial<ValuesOf<P>>> {
  return { ...schema, properties: { ...(schema["properties"] as object), ...properties } } as Schema<
    Value & Partial<ValuesOf<P>>
  >;
}

export function arrayOf<Value>(items: Schema<Value>): Schema<readonly Value[]> {
  return { type: "array", items };
}

/** Make the schema of an object whose values have one schema, under any names. */
export function mapOf<Value>(values: Schema<Value>): Schema<Readonly<Record<string, Value>>> {
  return { type: "object", additionalProperties: values };
}

export function orNull<Value>(schema: Schema<Value>): Schema<Value | null> {
  return "type" in schema ? { ...schema, type: [schema["type"], "null"] } : { anyOf: [schema, { type: "null" }] };
}

/** Make the schema of some values. */
export function oneOf<const Value>(...values: readonly Value[]): Schema<Value> {
  return { enum: values };
}

/** Refer to a schema that the document holds once. */
export function refer<Value = unknown>(name: string): Schema<Value> {
  return { $ref: `#/components/schemas/${name}` };
}

export function described<Value>(schema: Schema<Value>, description: string): Schema<Value> {
  return { ...schema, description };
}
