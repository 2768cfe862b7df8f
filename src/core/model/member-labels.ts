import type { Attribute, Dimension } from "./cube.js";

/** Labels of members by name, by ISO 639-1 code of their language. */
export type LabelsByLanguage = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Return the language of an attribute with labels of members, such as `fr` of `label_fr`; `null` for any other. */
export function labelLanguage(attribute: string): string | null {
  return /^label_([a-z]{2})$/.exec(attribute)?.[1] ?? null;
}

/**
 * Make the attributes of a dimension that have the labels of its members in languages, as models or crosswalks give
 * them by name. A column for a language comes first.
 */
export function makeLabelAttributes(
  { attributes }: Pick<Dimension, "attributes">,
  labels: LabelsByLanguage,
): Pick<Dimension, "unlisted"> {
  const own = [...labels].filter(([language]) => !attributes.some(({ name }) => name === `label_${language}`));
  if (own.length === 0) return {};
  return {
    unlisted: own.map(([language, texts], at): Attribute => {
      const name = `label_${language}`;
      const index = attributes.length + at;
      return { name, index, source: null, type: "text", facet: false, endColumn: null, labels: texts };
    }),
  };
}

/** List the attributes of a dimension that searches of all texts look into: those it lists, and labels in languages. */
export function searchedAttributes({ attributes, unlisted = [] }: Dimension): readonly Attribute[] {
  return [...attributes, ...unlisted.filter(({ labels }) => labels)];
}

/** List the labels that a dimension has by names of its members. */
export function labelsOf({ unlisted = [] }: Pick<Dimension, "unlisted">): LabelsByLanguage {
  return new Map(unlisted.flatMap(({ name, labels }) => (labels ? [[labelLanguage(name)!, labels] as const] : [])));
}
