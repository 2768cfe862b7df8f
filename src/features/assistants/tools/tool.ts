import type { Parameter } from "../../../calls/route-description.js";
import type { Schema } from "../../../calls/schema.js";

/** An argument as given: a list may be one text or several. */
export type ArgumentValue = string | number | boolean | readonly string[];

/** Checked arguments of a tool, by name. */
export type Arguments = ReadonlyMap<string, ArgumentValue>;

/** The calls that a tool may make, with the rights of the caller. */
export interface ToolScope {
  /** Prefix of every address, without a slash at its end. */
  readonly origin: string;
  readonly read: ReadCall;
  /** Return the number of a dataset's current version; `null` if there is no such dataset. */
  readonly numberOf: (dataset: string) => number | null;
}

/**
 * Makes a call of the HTTP interface and returns its JSON. Numbers that a double does not hold in full are texts.
 * @param path template of the path
 * @param segments values of its named segments
 * @throws the errors of the call
 */
export type ReadCall = (
  path: string,
  segments: Readonly<Record<string, string>>,
  pairs: readonly (readonly [name: string, value: string])[],
) => Promise<unknown>;

/** The answer of a tool. */
export interface ToolAnswer {
  /** JSON of the form of the tool's `output`. */
  readonly content: object;
  /** Warnings and notes: what must not be lost. */
  readonly remarks: readonly string[];
  /** The same for readers, one line each. */
  readonly lines: readonly string[];
  /** Address to name as the source: see `citeAddress`. */
  readonly cite: string;
}

/** A question that assistants can ask. Tools make calls of the HTTP interface and nothing else. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Text for assistants: when to use it. */
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Schema of the content; it may refer to schemas of the OpenAPI document. */
  readonly output: Schema;
  readonly call: (scope: ToolScope, given: Arguments) => Promise<ToolAnswer>;
}
