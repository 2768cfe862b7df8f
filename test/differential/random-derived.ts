import fc from "fast-check";
import type { Model } from "#src/core/model/cube.js";

/** A derived dimension of a random model. */
export interface RandomDerived {
  /** Number of the attribute that it is derived from, modulo their count. */
  readonly from: number;
  /** Number of characters; `null` for a rule by values. */
  readonly prefix: number | null;
  readonly values: Readonly<Record<string, string>>;
  readonly hasLabels: boolean;
  readonly hasSpoken: boolean;
}

/** Labels of members in languages, some of them words of others. */
export const SPOKEN_LABELS = {
  labels_de: { revenue: "Einnahmen", x: "street", a: "A", "": "leer", "\u00e4": "\u00c4", "0": "x" },
  labels_fr: { revenue: "Recettes", x: "x", y: "Recettes publiques" },
};

const member = fc.constantFrom("revenue", "Revenue", "x", "a b", "\u00e4");
export const randomDerived: fc.Arbitrary<RandomDerived> = fc.record({
  from: fc.nat(50),
  prefix: fc.constantFrom(null, 1, 2, 4),
  values: fc.dictionary(
    fc.constantFrom("x", "y", "a", "\u00e4", "0", "1", "0.5", "1e21", "2009", "2010-01-01", "revenue", "street"),
    member,
    { minKeys: 1, noNullPrototype: true },
  ),
  hasLabels: fc.boolean(),
  hasSpoken: fc.boolean(),
});

/** Define a derived dimension in the mapping of a model, from any attribute that the model has so far. */
export function defineDerived(
  model: Model,
  { from, prefix, values, hasLabels, hasSpoken }: RandomDerived,
): Record<string, unknown> {
  const references = model.dimensions.flatMap(({ name, attributes, kind }) =>
    attributes.map((attribute) => ({
      reference: kind === "attribute" ? name : `${name}.${attribute.name}`,
      isNumber: attribute.type === "number",
    })),
  );
  const { reference, isNumber } = references[from % references.length]!;
  const known = Object.entries(values).filter(([value]) => !isNumber || Number.isFinite(Number(value)));
  return {
    type: "derived",
    from: reference,
    ...(prefix === null || isNumber ? { values: { ...Object.fromEntries(known), "0": "x" } } : { prefix }),
    ...(hasLabels && { labels: { revenue: "Incomes", x: "incomes", a: "A label" } }),
    ...(hasSpoken && SPOKEN_LABELS),
  };
}
