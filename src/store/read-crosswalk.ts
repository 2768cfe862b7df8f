import { phraseText } from "../core/errors/phrase-text.js";
import { gatherCells } from "../core/engine/collect-cells.js";
import type { Engine } from "../core/engine/engine.js";
import type { Member } from "../core/engine/entry.js";
import { withReader } from "../core/engine/with-reader.js";
import { OverCapacity } from "../core/errors/errors.js";
import type { Attribute, Dimension, Model } from "../core/model/cube.js";
import { labelLanguage } from "../core/model/member-labels.js";
import { readAttribute } from "../core/model/calendar-rules.js";
import { type AttributeReference, findReference } from "../core/model/references.js";
import { composeText, withForms } from "../core/model/values/unicode-form.js";
import type { Value } from "../core/model/values/value.js";
import type { Crosswalk, ThroughDimension } from "../core/model/with-crosswalks.js";

/** A dataset that was read as a crosswalk. */
export interface ReadCrosswalk extends Crosswalk {
  /** Values with more than one target, which therefore have none. */
  readonly ambiguous: readonly Value[];
  /** The end of a sentence that says why it cannot be used; `null` if it can. */
  readonly problem: string | null;
}

/** Maximum number of pairs of a value and a target. */
const MAX_PAIRS = 2 ** 20;

/**
 * Read a dataset as a crosswalk. Values come from its dimension of the same name as the one that is translated, else
 * from the only one of the same taxonomy, else from the only other one that is not a date.
 * Cost: one aggregation, and a step for each pair of a value and a target.
 */
export async function readCrosswalk(
  { model, engine }: { readonly model: Model; readonly engine: Engine },
  { from, through }: ThroughDimension,
): Promise<ReadCrosswalk> {
  const target = findReference(model, through.to);
  if (!target)
    return unusable(phraseText("crosswalk_without_dimension", { dataset: through.dataset, dimension: through.to }));
  const source = findSource(model, from, target.dimension);
  if (!source) {
    const missing = { dataset: through.dataset, dimension: from.dimension.name };
    return unusable(phraseText("crosswalk_without_own_dimension", missing));
  }
  const pairs = await readPairs({ model, engine }, source, target);
  if (!pairs) return unusable(phraseText("crosswalk_too_large", { dataset: through.dataset, count: MAX_PAIRS }));
  return collect(
    pairs,
    target.dimension,
    target.attribute === null ? labelsIn(target.dimension) : NO_LABELS,
    from.attribute,
  );
}

interface Pair {
  readonly value: string | number;
  readonly target: Member | string | number;
}

async function readPairs(
  version: { readonly model: Model; readonly engine: Engine },
  source: { readonly dimension: Dimension; readonly attribute: Attribute },
  target: AttributeReference,
): Promise<readonly Pair[] | null> {
  const isWhole = target.attribute === null && target.dimension.kind !== "attribute";
  const attribute = isWhole ? null : (target.attribute ?? target.dimension.identity);
  const query = {
    filters: [],
    keys: [source, { dimension: target.dimension, attribute }],
    measures: [],
    order: [
      { by: "key" as const, key: 0, attribute: source.attribute, descending: false },
      { by: "key" as const, key: 1, attribute: attribute ?? target.dimension.identity, descending: false },
    ],
    first: 0,
    limit: MAX_PAIRS,
  };
  try {
    const bounds = { maxCells: MAX_PAIRS, deadline: Infinity };
    const { cells } = await withReader(version, bounds, async (reader) => gatherCells(await reader.aggregate(query)));
    const [values, targets] = cells.keys as [readonly Value[], readonly (Member | Value)[]];
    return values.flatMap((value, row) => {
      const own = targets[row] ?? null;
      return value === null || own === null ? [] : [{ value, target: own }];
    });
  } catch (error) {
    if (error instanceof OverCapacity) return null;
    throw error;
  }
}

/** The attributes of a dimension with the labels of its members. */
interface LabelAttributes {
  readonly label: Attribute | undefined;
  /** Labels in languages, by ISO 639-1 code. */
  readonly spoken: ReadonlyMap<string, Attribute>;
}

const NO_LABELS: LabelAttributes = { label: undefined, spoken: new Map() };

function labelsIn({ attributes, unlisted = [] }: Dimension): LabelAttributes {
  const spoken = [...attributes, ...unlisted].flatMap((each) => {
    const language = labelLanguage(each.name);
    return language === null ? [] : [[language, each] as const];
  });
  return { label: attributes.find(({ name }) => name === "label"), spoken: new Map(spoken) };
}

function collect(
  pairs: readonly Pair[],
  dimension: Dimension,
  { label, spoken }: LabelAttributes,
  from: Attribute,
): ReadCrosswalk {
  const { identity } = dimension;
  const labelsOf = new Map([...spoken.keys()].map((language) => [language, new Map<string, string>()]));
  const values = new Map<string | number, string>();
  const labels = new Map<string, string>();
  const ambiguous = new Set<string | number>();
  for (const { value: written, target } of pairs) {
    const value = from.type === "number" ? Number(written) : composeText(String(written));
    const name = typeof target === "object" ? target.values[identity.index]! : target;
    if (name === null || name === "") continue;
    const own = composeText(String(name));
    if (values.has(value) && values.get(value) !== own) ambiguous.add(value);
    values.set(value, own);
    if (!label || typeof target !== "object") continue;
    labels.set(own, String(target.values[label.index] ?? name));
    for (const [language, attribute] of spoken) {
      const text = readAttribute(target.values, dimension, attribute);
      if (text !== null && text !== "") labelsOf.get(language)!.set(own, String(text));
    }
  }
  for (const value of ambiguous) values.delete(value);
  return {
    values: withForms(values),
    labels: label ? labels : null,
    spoken: labelsOf,
    ambiguous: [...ambiguous],
    problem: null,
  };
}

/** Find the attribute of a crosswalk with the values that are translated; else the end of a sentence. */
function findSource(
  { dimensions }: Model,
  { dimension, attribute }: ThroughDimension["from"],
  target: Dimension,
): { readonly dimension: Dimension; readonly attribute: Attribute } | null {
  const others = dimensions.filter((each) => each !== target);
  const groups = [
    others.filter(({ name }) => name === dimension.name),
    others.filter(({ taxonomy }) => taxonomy === dimension.taxonomy),
    others.filter(({ kind, key }) => kind !== "date" && key),
    others.filter(({ kind }) => kind !== "date"),
  ];
  const only = groups.find(({ length }) => length === 1)?.[0];
  if (!only) return null;
  return { dimension: only, attribute: only.attributes.find(({ name }) => name === attribute.name) ?? only.identity };
}

function unusable(problem: string): ReadCrosswalk {
  return { values: new Map(), labels: null, spoken: new Map(), ambiguous: [], problem };
}
