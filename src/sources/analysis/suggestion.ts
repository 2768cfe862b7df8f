import type { Definition } from "./column-uses.js";

/** The subjects of suggestions. */
export const SUGGESTION_KINDS = ["direction", "phase", "precision", "hierarchy", "levels"] as const;

export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** An addition to a model that says what its figures mean, for the publisher to accept or not. */
export interface Suggestion {
  readonly kind: SuggestionKind;
  /** Heading of the column that it is about; for several columns, of the first or the lowest one. */
  readonly column: string;
  readonly label: string;
  /** Reason: findings in the table, and the effect of accepting it. */
  readonly reason: string;
  readonly examples: readonly string[];
  /** True if it is accepted from the start: it adds no dimension, or keeps revenue and expenditure from being added up. */
  readonly isDefault: boolean;
  /** Derived dimensions that it adds, with their names. */
  readonly added: readonly (readonly [name: string, definition: Definition])[];
  /** Keys that it sets in fields of the model. */
  readonly set: readonly (readonly [field: string, keys: Definition])[];
  /** Hierarchies that it adds, with their names. */
  readonly hierarchies: readonly (readonly [name: string, definition: Definition])[];
}

/** Identifies a suggestion for a table, whatever its model calls the fields. */
export function suggestionId({ kind, column }: Pick<Suggestion, "kind" | "column">): string {
  return `${kind} ${column}`;
}

/** True if a model has all of what a suggestion adds, maybe with other contents. */
export function isAccepted(document: object, { added, set, hierarchies }: Suggestion): boolean {
  const [mapping, above] = [part(document, "mapping"), part(document, "hierarchies")];
  return (
    added.every(([name]) => name in mapping) &&
    set.every(([field, keys]) => Object.keys(keys).every((key) => part(mapping, field)[key] !== undefined)) &&
    hierarchies.every(([name]) => name in above)
  );
}

/** Add to a model what a suggestion has. */
export function accept<T extends object>(document: T, { added, set, hierarchies }: Suggestion): T {
  const mapping = { ...part(document, "mapping") };
  for (const [field, keys] of set) mapping[field] = { ...part(mapping, field), ...keys };
  return withHierarchies(
    { ...document, mapping: { ...mapping, ...Object.fromEntries(added) } },
    { ...part(document, "hierarchies"), ...Object.fromEntries(hierarchies) },
  );
}

/** Remove from a model what a suggestion adds. */
export function reject<T extends object>(document: T, { added, set, hierarchies }: Suggestion): T {
  const mapping = without(part(document, "mapping"), added);
  for (const [field, keys] of set) mapping[field] = without(part(mapping, field), Object.entries(keys));
  return withHierarchies({ ...document, mapping }, without(part(document, "hierarchies"), hierarchies));
}

/** Return what a suggestion adds as a part of a model. */
export function asModel({ added, set, hierarchies }: Suggestion): Definition {
  const above = hierarchies.length === 0 ? {} : { hierarchies: Object.fromEntries(hierarchies) };
  return { mapping: Object.fromEntries([...set, ...added]), ...above };
}

function withHierarchies<T extends object>(document: T, hierarchies: Definition): T {
  const { hierarchies: _, ...rest } = document as Definition;
  return (Object.keys(hierarchies).length === 0 ? rest : { ...rest, hierarchies }) as unknown as T;
}

function without(
  part: Definition,
  entries: readonly (readonly [name: string, value: unknown])[],
): Record<string, unknown> {
  const names = new Set(entries.map(([name]) => name));
  return Object.fromEntries(Object.entries(part).filter(([name]) => !names.has(name)));
}

function part(of: object, key: string): Definition {
  const value = (of as Definition)[key];
  return typeof value === "object" && value !== null ? (value as Definition) : {};
}
