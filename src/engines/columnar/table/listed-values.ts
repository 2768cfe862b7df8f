import { compareText } from "../../../core/engine/compare.js";
import { bitmapBytes } from "../base/validity.js";
import type { Values } from "./values.js";

/** Comparisons between two checks. */
const STRIDE = 4096;

/** Make a list of texts readable as the values of an attribute; `null` is a missing value. */
export function listedValues(texts: readonly (string | null)[]): Values {
  let places: ReadonlyMap<string | null, number[]> | undefined;
  let stored: Values["texts"] | undefined;
  return {
    length: texts.length,
    get texts() {
      return (stored ??= storeTexts(texts));
    },
    at: (member) => texts[member]!,
    isMissing: (member) => texts[member] === null,
    pick: (members) => Array.from(members, (member) => texts[member]!),
    find: (value) => (places ??= placeTexts(texts)).get(value as string)?.slice() ?? [],
    same: (a, b) => texts[a] === texts[b],
    order: (check = () => {}) => {
      let compared = 0;
      return Uint32Array.from(texts.keys()).toSorted((a, b) => {
        if (++compared % STRIDE === 0) check();
        const [x, y] = [texts[a]!, texts[b]!];
        return x === null || y === null ? Number(x === null) - Number(y === null) : compareText(x, y);
      });
    },
  };
}

/** Return the members with each text. */
function placeTexts(texts: readonly (string | null)[]): ReadonlyMap<string | null, number[]> {
  const places = new Map<string | null, number[]>();
  texts.forEach((text, member) => {
    const members = places.get(text);
    if (members) members.push(member);
    else places.set(text, [member]);
  });
  return places;
}

/** Write texts one after another. */
function storeTexts(texts: readonly (string | null)[]): NonNullable<Values["texts"]> {
  const encoded = texts.map((text) => Buffer.from(text ?? ""));
  const offsets = new Int32Array(texts.length + 1);
  const validity = new Uint8Array(bitmapBytes(texts.length));
  texts.forEach((text, at) => {
    offsets[at + 1] = offsets[at]! + encoded[at]!.length;
    if (text !== null) validity[at >>> 3]! |= 1 << (at & 7);
  });
  return { offsets, validity, bytes: Buffer.concat(encoded) };
}
