import type { Namesake } from "../../calls/reading/members/find-namesakes.js";

/** A value of a property, as the protocol writes it. */
type ExtensionValue = { readonly str: string } | { readonly int: number };

/** A property of entities that can be read, and that queries may name. */
export interface EntityProperty {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly valuesOf: (namesakes: readonly Namesake[]) => readonly ExtensionValue[];
}

/** All properties. */
export const ENTITY_PROPERTIES: readonly EntityProperty[] = [
  {
    id: "datasets",
    name: "Datasets",
    description: "Names of the datasets in which it has entries; a query may name those to look into",
    valuesOf: (namesakes) => textsOf(namesakes.map(({ dataset }) => dataset.model.dataset.name)),
  },
  {
    id: "names",
    name: "Names",
    description: "Names that datasets have for it",
    valuesOf: (namesakes) => textsOf(namesakes.map(({ name }) => name)),
  },
  {
    id: "labels",
    name: "Labels",
    description: "Labels that datasets have for it",
    valuesOf: (namesakes) => textsOf(namesakes.map(({ label }) => label)),
  },
  {
    id: "num_entries",
    name: "Entries",
    description: "Number of its entries in all datasets",
    valuesOf: (namesakes) => [{ int: namesakes.reduce((sum, { numEntries }) => sum + numEntries, 0) }],
  },
];

function textsOf(texts: readonly string[]): readonly ExtensionValue[] {
  return [...new Set(texts)].toSorted().map((str) => ({ str }));
}
