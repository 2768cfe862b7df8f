import { distance } from "fastest-levenshtein";
import { readAttribute } from "../../../core/model/calendar-rules.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Reader } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { Pace } from "../../../core/engine/pace.js";
import type { Attribute } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import type { ClauseTarget } from "../../../core/query/condition/condition.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { isWithinEdits } from "../../../core/query/text/edits.js";

/** Minimum number of letters of a text that others may begin with. */
const MIN_PREFIX = 2;

/** Minimum number of letters of a text that a word inside of others may begin with. */
const MIN_WORD = 3;

/** A value of an attribute that is similar to a wanted one. */
export interface NearValue {
  readonly value: string | number;
  /** Label of its member, if that is similar instead of the value. */
  readonly label: string | null;
  /** Distance from the wanted text; 0 if equal when folded. */
  readonly edits: number;
}

/** Maximum number of members that are compared; of larger dimensions only those that begin like the wanted text are. */
const MAX_MEMBERS = 30_000;
const MAX_WITH_PREFIX = 1000;
/** Longer texts are not compared: comparing costs the product of the lengths. */
const MAX_LENGTH = 100;

/**
 * Find the values of an attribute that are similar to a wanted text, themselves or by the label or name of their
 * member, the most similar first.
 * Cost: a comparison for each member, or two lookups by prefix and `MAX_WITH_PREFIX` comparisons for each if there are
 * more than `MAX_MEMBERS`.
 */
export async function findNearValues(
  reader: Reader,
  target: ClauseTarget,
  wanted: string,
  bounds: Bounds,
): Promise<readonly NearValue[]> {
  if (wanted === "" || wanted.length > MAX_LENGTH) return [];
  const folded = foldText(wanted.trim());
  const found = new Map<Value, NearValue>();
  const members = await readMembers(reader, target, wanted.trim());
  await new Pace(bounds).repeat(members.length, (at) => {
    const near = compareMember(members[at]!, target, folded);
    if (near && near.edits < (found.get(near.value)?.edits ?? Infinity)) found.set(near.value, near);
  });
  return [...found.values()].toSorted(
    (a, b) => a.edits - b.edits || Number(a.label !== null) - Number(b.label !== null),
  );
}

/** Read the members to compare with a text: all, or those whose value, name or label begins like it. */
async function readMembers(reader: Reader, target: ClauseTarget, wanted: string): Promise<readonly Member[]> {
  const { dimension, attribute } = target;
  const attributes = [...new Set([attribute, ...otherTexts(target)])];
  const query = { dimension, attributes, prefix: "", filters: [], first: 0, limit: MAX_MEMBERS };
  if ((await reader.countMembers(dimension)) <= MAX_MEMBERS) return (await reader.distinct(query)).members;
  const letters = Array.from(wanted);
  const half = letters.slice(0, Math.ceil(letters.length / 2)).join("");
  const found: Member[] = [];
  for (const prefix of new Set([wanted, half])) {
    if (prefix !== "") found.push(...(await reader.distinct({ ...query, prefix, limit: MAX_WITH_PREFIX })).members);
  }
  return found;
}

/** List the attributes besides the named one that people may have in mind: the name and the label. */
function otherTexts({ dimension, attribute }: ClauseTarget): readonly Attribute[] {
  const label = dimension.attributes.find(({ name }) => name === "label");
  return [dimension.identity, ...(label ? [label] : [])].filter((each) => each !== attribute);
}

function compareMember({ values }: Member, target: ClauseTarget, wanted: string): NearValue | null {
  const value = readAttribute(values, target.dimension, target.attribute);
  if (value === null || value === "" || String(value).length > MAX_LENGTH) return null;
  const own = nearness(wanted, foldText(String(value)));
  let best: NearValue | null = own === null ? null : { value, label: null, edits: own };
  for (const { name, index } of otherTexts(target)) {
    const text = String(values[index] ?? "");
    if (text === "" || text.length > MAX_LENGTH) continue;
    const edits = nearness(wanted, foldText(text));
    if (edits === null || (best && best.edits <= edits)) continue;
    best = { value, label: name === "label" ? text : null, edits };
  }
  return best;
}

/**
 * Return the distance of a text from a wanted one, both folded: 0 if they are equal, 1 if it begins with the wanted
 * text, else the number of edits; more if one of its other words begins with it.
 * @returns `null` if the texts are not similar
 */
export function nearness(wanted: string, text: string): number | null {
  if (text === wanted) return 0;
  if (wanted.length >= MIN_PREFIX && text.startsWith(wanted)) return 1;
  const most = Math.max(1, Math.floor(wanted.length / 3));
  if (wanted !== "" && Math.abs(text.length - wanted.length) <= most) {
    const edits = countEdits(wanted, text, most);
    if (edits <= most) return edits;
  }
  return wanted.length >= MIN_WORD && text.includes(` ${wanted}`) ? most + 1 : null;
}

/** Count edits as `isWithinEdits` does, up to `most`. The distance without swaps is faster and rules most texts out. */
function countEdits(wanted: string, text: string, most: number): number {
  const apart = distance(wanted, text);
  // A swap of neighbours takes two edits of single letters.
  if (apart > most * 2) return apart;
  for (let edits = 1; edits <= most; edits++) if (isWithinEdits(wanted, text, edits)) return edits;
  return apart;
}
