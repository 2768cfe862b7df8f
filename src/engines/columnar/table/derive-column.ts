import type { Member } from "../../../core/engine/entry.js";
import type { Derivation, Dimension } from "../../../core/model/cube.js";
import { labelsOf, searchedAttributes } from "../../../core/model/member-labels.js";
import type { Value } from "../../../core/model/values/value.js";
import { listedValues } from "./listed-values.js";
import { mappedValues, NO_TARGET } from "./mapped-values.js";
import { type NameOf, numberTargets, targetBytes, type Targets } from "./number-targets.js";
import { RankCache } from "./ranks.js";
import { rowsFrom } from "./row-bitmaps.js";
import type { DimensionColumn } from "./table.js";
import type { Values } from "./values.js";

/** Members whose values are read at once. */
const STRIDE = 4096;

/**
 * View a column as one of a dimension that is derived from it. Cost: nothing until members are read; then a lookup for
 * each value of the rule, or for prefixes a step for each member of the base, and 4 bytes for each of these.
 */
export function deriveColumn(dimension: Dimension, derivation: Derivation, from: DimensionColumn): DimensionColumn {
  return mapColumn(dimension, from, {
    find: () => findTargets(derivation, from.attributes[derivation.from.attribute.index]!),
    list: (names) => listValues(dimension, derivation, names),
    idOf: (target) => target + 1,
    bytes: () => crosswalkBytes(derivation),
  });
}

/** How members of a column follow from those of another one. */
interface Mapping {
  /** Find the name of each member of the base. Called on first use, once. */
  readonly find: () => Targets;
  /** Return the values of each attribute of the members with some names. */
  readonly list: (names: readonly string[]) => readonly Values[];
  /** Return the id of a member by its number. */
  readonly idOf: (target: number) => number;
  /** Return the bytes that the mapping takes itself. */
  readonly bytes: () => number;
}

/** View a column by members that follow from its own. */
export function mapColumn(
  dimension: Dimension,
  from: DimensionColumn,
  { find, list, idOf, bytes }: Mapping,
): DimensionColumn {
  let built: Targets | undefined;
  const build = (): Targets => (built ??= find());
  let opened: readonly Values[] | undefined;
  const values = (): readonly Values[] => (opened ??= list(build().names));
  const targets = (): Uint32Array => build().targets;
  const listed = dimension.attributes.length;
  const attributes = searchedAttributes(dimension).map(({ index }) =>
    mappedValues(from.attributes[0]!.length, targets, () => values()[index]!),
  );
  const members: Member[] = [];
  const memberAt = (target: number): Member => ({
    id: idOf(target),
    values: values()
      .slice(0, listed)
      .map((each) => each.at(target)),
  });
  return {
    dimension,
    codes: from.codes,
    columns: [],
    attributes,
    missing: -1,
    ranks: new RankCache(attributes),
    pickMembers: (codes) =>
      Array.from(codes, (code) => {
        const target = targets()[code]!;
        return target === NO_TARGET ? null : (members[target] ??= memberAt(target));
      }),
    words: null,
    base: from.base ?? from,
    derived: { targets, values, memberAt, bytes: () => targetBytes(built) + bytes() },
  };
}

/** Estimate the bytes of the values that a crosswalk has; those of other rules are the model's. */
function crosswalkBytes({ rule }: Derivation): number {
  if (rule.by !== "through") return 0;
  let bytes = 0;
  for (const [value, name] of rule.values) bytes += 2 * (String(value).length + name.length);
  return bytes;
}

/** Find the derived member of each code. */
function findTargets({ rule }: Derivation, from: Values): Targets {
  return numberTargets(
    from.length,
    rule.by === "prefix" ? readPrefixes(rule.length, from) : lookUpNames(rule.values, from),
  );
}

function lookUpNames(values: ReadonlyMap<string | number, string>, from: Values): NameOf {
  const names = new Map<number, string>();
  for (const [value, name] of values) for (const code of from.find(value)) names.set(code, name);
  return (code) => names.get(code);
}

function readPrefixes(length: number, from: Values): NameOf {
  let first = 0;
  let texts: readonly Value[] = [];
  return (code) => {
    if (code >= first + texts.length) {
      first = code;
      texts = from.pick(rowsFrom(first, Math.min(STRIDE, from.length - first)));
    }
    const text = texts[code - first]!;
    return text === null ? undefined : prefixOf(String(text), length);
  };
}

function prefixOf(text: string, length: number): string {
  // Most codes have only characters of one code unit.
  return text.length <= length
    ? text
    : Array.from(text.slice(0, 2 * length))
        .slice(0, length)
        .join("");
}

/** Return the values of each attribute: the names, and their labels, in all languages, if the dimension has them. */
function listValues(dimension: Dimension, { labels }: Derivation, names: readonly string[]): readonly Values[] {
  const own = listedValues(names);
  const spoken = [...labelsOf(dimension).values()].map((texts) =>
    listedValues(names.map((name) => texts.get(name) ?? null)),
  );
  return labels ? [own, listedValues(names.map((name) => labels.get(name) ?? name)), ...spoken] : [own, ...spoken];
}
