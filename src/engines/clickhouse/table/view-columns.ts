import { computeFromName } from "../../../core/model/calendar-rules.js";
import type { Derivation, Dimension, Model } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { viewInline } from "./inline-column.js";
import type { Members } from "./members.js";
import { type ClusterVersion, codeColumn } from "./version.js";
import type { SourceEntries } from "./version-header.js";
import { codedColumn, ViewColumn, type ViewedColumn } from "./view-column.js";

/**
 * View the dimensions of a model, of which the stored ones come first.
 * @param ofTexts columns of the dimensions that are derived from inline ones
 */
export function viewColumns(
  model: Model,
  { members, facts }: Pick<ClusterVersion, "members" | "facts">,
  ofTexts: ReadonlyMap<Dimension, ViewColumn>,
): readonly ViewedColumn[] {
  const columns: ViewedColumn[] = [];
  const columnOf = (dimension: Dimension): ViewedColumn => (columns[dimension.index] ??= viewDimension(dimension));
  const viewDimension = (dimension: Dimension): ViewedColumn => {
    const { derivation, index } = dimension;
    if (dimension.sources) return viewSourceIds(dimension, facts.sources);
    if (derivation) {
      return (
        ofTexts.get(dimension) ?? deriveCodes(dimension, derivation, codedColumn(columnOf(derivation.from.dimension)))
      );
    }
    const { inline } = facts.dimensions[index]!;
    return inline ? viewInline(dimension, facts.table, inline) : viewStored(dimension, members[index]!);
  };
  return model.dimensions.map(columnOf);
}

function viewStored(dimension: Dimension, { table, ids, counts }: Members): ViewColumn {
  const { identity, attributes, unlisted = [] } = dimension;
  const computed = [...attributes, ...unlisted].map((attribute) => computeFromName(dimension, attribute));
  return new ViewColumn({
    dimension,
    column: codeColumn(dimension.index),
    isStored: true,
    codes: Uint32Array.from(ids.keys()).filter((code) => ids[code]! > 0),
    counts,
    table: computed.slice(0, attributes.length).every((compute) => !compute) ? table : null,
    valueAt: (code, attribute) => {
      const compute = computed[attribute];
      if (!compute) return table.attributes[attribute]!.at(code);
      const name = table.attributes[identity.index]!.at(code);
      return name === null ? null : compute(String(name));
    },
    idAt: (code) => ids[code]!,
  });
}

function deriveCodes(dimension: Dimension, derivation: Derivation, from: ViewColumn): ViewColumn {
  const names = new Map<number, string | null>();
  const ids = new Map<string | null, number>();
  // Derived members are numbered in the order of those that they follow from.
  for (const code of from.codesById) {
    const name = nameOf(derivation, from.valueAt(code, derivation.from.attribute.index));
    names.set(code, name);
    if (name !== null && !ids.has(name)) ids.set(name, ids.size + 1);
  }
  return new ViewColumn({
    dimension,
    column: from.column,
    ofTexts: from.ofTexts,
    isStored: false,
    codes: from.codes,
    counts: from.counts,
    valueAt: (code, attribute) => readDerivedText(dimension, names.get(code)!, attribute),
    idAt: (code) => ids.get(names.get(code)!)!,
  });
}

/** Return an attribute of a derived member by its name; `null` for no member. */
export function readDerivedText(dimension: Dimension, name: string | null, attribute: number): string | null {
  if (name === null || attribute === 0) return name;
  if (attribute < dimension.attributes.length) return dimension.derivation!.labels?.get(name) ?? name;
  return dimension.unlisted![attribute - dimension.attributes.length]!.labels?.get(name) ?? null;
}

/** Return the name of the member that follows from a value; `null` for none. */
export function nameOf({ rule }: Derivation, value: Value): string | null {
  if (value === null) return null;
  if (rule.by !== "prefix") return rule.values.get(value) ?? null;
  return Array.from(String(value)).slice(0, rule.length).join("");
}

/** View the sources of entries: their ids are the codes. */
function viewSourceIds(dimension: Dimension, sources: readonly SourceEntries[]): ViewColumn {
  const labels = dimension.sources!;
  const counts = new Float64Array(Math.max(0, ...sources.map(({ id }) => id)) + 1);
  for (const { id, entries } of sources) counts[id] = entries;
  return new ViewColumn({
    dimension,
    column: "source",
    isStored: true,
    codes: Uint32Array.from(sources, ({ id }) => id),
    counts,
    valueAt: (code, attribute) => (attribute === 0 ? String(code) : (labels.get(code) ?? String(code))),
    idAt: (code) => code,
  });
}
