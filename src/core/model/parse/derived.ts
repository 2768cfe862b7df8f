import { errorText } from "../../errors/error-text.js";
import { isError } from "../values/value.js";
import { requireDouble } from "../values/convert.js";
import type { Attribute, Derivation, DerivationRule, Dimension } from "../cube.js";
import { makeDerivedAttributes } from "../derived-attributes.js";
import { makeLabelAttributes } from "../member-labels.js";
import { didYouMean } from "../nearest.js";
import { type AttributeReference, findReference, referenceNames, type Referable } from "../references.js";
import { decimalNumber } from "../values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "../values/numbers.js";
import { datasetNameError } from "./names.js";
import { readMeaning } from "./meaning.js";
import { readMemberLabels, textMapAt } from "./member-labels.js";
import { error, filledTextAt, flagAt, given, quoted, type Section } from "./section.js";

/** The definition of a derived dimension in a model file. */
export interface DerivedSection {
  readonly name: string;
  readonly section: Section;
  readonly described: Pick<Dimension, "label" | "description">;
}

/** Keys of which a derived dimension has exactly one: the rules. */
const RULES = ["values", "prefix", "through"] as const;

/**
 * Read derived dimensions, in the given order. One may be derived from another, in any order, but not in a circle.
 * @param stored the fields that are read from rows
 * @param names all names in the mapping, including those of invalid fields
 * @param dataset name of the model's dataset
 */
export function readDerivedDimensions(
  sections: readonly DerivedSection[],
  stored: Referable,
  names: ReadonlySet<string>,
  dataset: string | undefined,
): readonly Dimension[] {
  const reader = new DerivedReader(sections, stored, names, dataset);
  return sections.flatMap(({ name }) => reader.read(name) ?? []);
}

class DerivedReader {
  readonly #sections: readonly DerivedSection[];
  readonly #stored: Referable;
  readonly #names: ReadonlySet<string>;
  readonly #dataset: string | undefined;
  /** Dimensions by name; `null` for invalid ones. */
  readonly #read = new Map<string, Dimension | null>();
  /** Names of the dimensions that are being read, each derived from the next. */
  readonly #chain: string[] = [];

  constructor(...[sections, stored, names, dataset]: Parameters<typeof readDerivedDimensions>) {
    this.#sections = sections;
    this.#stored = stored;
    this.#names = names;
    this.#dataset = dataset;
  }

  read(name: string): Dimension | null {
    let read = this.#read.get(name);
    if (read === undefined) {
      this.#chain.push(name);
      this.#read.set(name, (read = this.#build(this.#sections.findIndex((each) => each.name === name))));
      this.#chain.pop();
    }
    return read;
  }

  #build(at: number): Dimension | null {
    const { name, section, described } = this.#sections[at]!;
    const before = section.errors.length;
    const from = this.#readFrom(section);
    const attribute = from && (from.attribute ?? from.dimension.identity);
    const rule = this.#readRule(section, attribute);
    const spoken = readMemberLabels(section);
    const written = textMapAt(section, "labels", "a label");
    // Members with labels in some language are objects in all. Those of a crosswalk may bring theirs along.
    const labels = written ?? (spoken.size > 0 && rule?.by !== "through" ? new Map<string, string>() : null);
    const facet = flagAt(section, "facet");
    const taxonomy = filledTextAt(section, "taxonomy") ?? name;
    const meaning = readMeaning(section);
    if (!from || !attribute || !rule || section.errors.length > before) return null;
    const derivation: Derivation = { from: { dimension: from.dimension, attribute }, rule, labels };
    const index = this.#stored.dimensions.length + at;
    const attributes = makeDerivedAttributes(name, labels !== null, facet);
    return {
      name,
      ...described,
      index,
      key: false,
      facet,
      taxonomy,
      derivation,
      ...(meaning && { meaning }),
      ...attributes,
      ...makeLabelAttributes(attributes, spoken),
    };
  }

  #readRule(section: Section, from: Attribute | null): DerivationRule | null {
    const written = RULES.filter((key) => given(section, key) !== undefined);
    if (written.length !== 1) {
      const remedy = 'write "values": {"E": "expenditure", …}, "prefix": 1, or "through" a dataset';
      const reason =
        written.length === 0 ? "is a derived dimension without a rule" : `has both ${written.join(" and ")}`;
      error(section, null, `${reason}; ${remedy}`);
      return null;
    }
    if (written[0] === "through") return readThrough(section, this.#dataset);
    return written[0] === "values" ? readValues(section, from) : readPrefix(section, from);
  }

  /** Read `from`; `null` if it is wrong or names a field with errors of its own. */
  #readFrom(section: Section): AttributeReference | null {
    const text = filledTextAt(section, "from")?.trim();
    if (text === undefined) {
      const isMissing = typeof (given(section, "from") ?? "") === "string";
      if (isMissing) error(section, "from", errorText("derivation_missing"));
      return null;
    }
    const base = text.split(".", 1)[0]!;
    if (this.#chain.includes(base)) {
      const circle = [...this.#chain.slice(this.#chain.indexOf(base)), base].join(" from ");
      error(section, "from", errorText("derived_in_a_circle", { circle }));
      return null;
    }
    if (this.#sections.some(({ name }) => name === base) && this.read(base) === null) return null;
    const derived = [...this.#read.values()].filter((each) => each !== null);
    const known: Referable = {
      dimensions: [...this.#stored.dimensions, ...derived],
      fields: [...this.#stored.fields, ...derived],
    };
    const found = findReference(known, text);
    if (found) return found;
    const isBroken = this.#names.has(base) && !known.fields.some(({ name }) => name === base);
    if (!isBroken) error(section, "from", explainUnknown(text, known));
    return null;
  }
}

function explainUnknown(text: string, known: Referable): string {
  if (known.fields.some(({ kind, name }) => kind === "measure" && name === text)) {
    return `${quoted(text)} is a measure; write a dimension, or dimension.attribute`;
  }
  const remedy = didYouMean(text, referenceNames(known)) || "; write a dimension, or dimension.attribute";
  return `${quoted(text)} is not a dimension or attribute${remedy}`;
}

function readValues(section: Section, from: Attribute | null): DerivationRule | null {
  const before = section.errors.length;
  const texts = textMapAt(section, "values", "the name of a member");
  if (!texts || section.errors.length > before) return null;
  if (texts.size === 0) {
    error(section, "values", errorText("derived_values_empty"));
    return null;
  }
  if (from?.type !== "number") return { by: "values", values: texts };
  const values = new Map<number, string>();
  for (const [text, member] of texts) {
    const number = parseDecimal(text, PLAIN_NUMBERS);
    if ("error" in number) {
      error(
        section,
        `values.${text}`,
        errorText("not_one_of_the_numbers", { name: quoted(from.name), value: quoted(text) }),
      );
    } else if (isError(requireDouble(number))) {
      error(
        section,
        `values.${text}`,
        errorText("more_digits_than_numbers_keep", { value: quoted(text), name: quoted(from.name) }),
      );
    } else values.set(decimalNumber(number), member);
  }
  return { by: "values", values };
}

function readPrefix(section: Section, from: Attribute | null): DerivationRule | null {
  const length = given(section, "prefix");
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 1) {
    error(section, "prefix", errorText("not_a_number_of_characters", { length: quoted(length) }));
    return null;
  }
  if (from?.type === "number") {
    error(section, "prefix", errorText("prefix_of_numbers", { name: quoted(from.name) }));
    return null;
  }
  return { by: "prefix", length };
}

function readThrough(section: Section, own: string | undefined): DerivationRule | null {
  const dataset = filledTextAt(section, "through")?.trim();
  const to = filledTextAt(section, "to")?.trim();
  if (dataset === undefined) {
    if (typeof given(section, "through") === "string") error(section, "through", errorText("through_empty"));
    return null;
  }
  const reason = datasetNameError(dataset);
  if (reason !== null) error(section, "through", `${quoted(dataset)} ${reason}`);
  else if (dataset === own) error(section, "through", errorText("through_itself", { dataset: quoted(dataset) }));
  if (to === undefined) {
    const isMissing = typeof (given(section, "to") ?? "") === "string";
    if (isMissing) error(section, "to", errorText("crosswalk_dimension_missing", { dataset: quoted(dataset) }));
    return null;
  }
  return { by: "through", dataset, to, values: new Map() };
}
