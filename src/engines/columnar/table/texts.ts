import { decodeTexts } from "./decode-texts.js";
import { equalBytes } from "../base/hash-bytes.js";
import { lazyArray } from "../base/lazy-array.js";
import { sortTexts } from "./sort-texts.js";
import { findTexts, type TextViews } from "./text-views.js";
import { isValid } from "../base/validity.js";
import type { Values } from "./values.js";

/**
 * Open the texts of an attribute in their memory; nothing is copied.
 * @param cached true to cache decoded strings
 */
export function openTexts(views: TextViews, cached: boolean): Values {
  const { offsets, validity, bytes } = views;
  const length = offsets.length - 1;
  const decode = (members: ArrayLike<number>): (string | null)[] => decodeTexts(views, members);
  const pick = cached ? lazyArray(length, decode) : decode;
  return {
    length,
    texts: views,
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
    order: (check) => sortTexts(views, check),
  };
}
