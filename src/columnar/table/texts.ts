import { decodeTexts } from "./decode-texts.js";
import { equalBytes } from "../base/hash-bytes.js";
import { lazyArray } from "../base/lazy-array.js";
import { sortTexts } from "./sort-texts.js";
import { findTexts, type TextViews } from "./text-views.js";
import { isValid } from "../base/validity.js";
import type { Values } from "./values.js";

/**
 * Texts as they lie in a memory.
 * @param kept whether strings are kept once they are made
 */
export function openTexts(views: TextViews, kept: boolean): Values {
  const { offsets, validity, bytes } = views;
  const length = offsets.length - 1;
  const decode = (members: ArrayLike<number>): (string | null)[] => decodeTexts(views, members);
  const pick = kept ? lazyArray(length, decode) : decode;
  return {
    length,
    at: (member) => pick([member])[0]!,
    isMissing: (member) => !isValid(validity, member),
    pick,
    find: (value) => (typeof value === "string" && value.isWellFormed() ? findTexts(views, Buffer.from(value)) : []),
    same(a, b) {
      const size = offsets[a + 1]! - offsets[a]!;
      return (
        isValid(validity, a) === isValid(validity, b) &&
        size === offsets[b + 1]! - offsets[b]! &&
        equalBytes(bytes, offsets[a]!, bytes, offsets[b]!, size)
      );
    },
    order: () => sortTexts(views),
  };
}
