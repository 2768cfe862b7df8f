import type { TextFilter } from "../message/text-filter.js";

/** Write a byte order mark before a text. */
export function beginWithBom(): TextFilter {
  let before = "\ufeff";
  return {
    push(piece) {
      const text = before + piece;
      before = "";
      return text;
    },
    end: () => before,
  };
}
