import { errorText } from "../../../core/errors/error-text.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import type { GrowingTexts } from "./growing-texts.js";
import type { PlannedValues } from "../table/planned-values.js";
import { layTexts, MAX_TEXT_BYTES, type TextValueColumn } from "../table/text-column.js";
import { indexTexts, type TextViews, viewTexts } from "../table/text-views.js";
import { setValid } from "../base/validity.js";

/**
 * Plan a column of texts.
 * @param order old positions of the texts, in their new order
 * @param repeats true if two texts may be equal
 * @param hashOf returns the hash of the text at an old position, if it is known
 */
export function planTexts(
  texts: GrowingTexts,
  order: Uint32Array,
  repeats: boolean,
  hashOf?: (text: number) => number,
): PlannedValues {
  let bytes = 0;
  let missing = 0;
  for (const text of order) {
    bytes += texts.sizeOf(text);
    if (texts.isMissing(text)) missing++;
  }
  if (bytes > MAX_TEXT_BYTES) throw new OverCapacity(errorText("too_much_text"));
  const grouping = { type: "text", length: order.length, bytes, missing, repeats } as const;
  return {
    total: layTexts(grouping).total,
    write(memory, place) {
      const column: TextValueColumn = { ...grouping, ...place };
      copyTexts(texts, order, viewTexts(memory, column));
      return column;
    },
    index(memory, column) {
      const views = viewTexts(memory, column as TextValueColumn);
      indexTexts(views, hashOf && ((text) => hashOf(order[text]!)));
    },
  };
}

function copyTexts(texts: GrowingTexts, order: Uint32Array, { offsets, validity, bytes }: TextViews): void {
  // Texts that were adjacent mostly stay adjacent: copy each run of them at once.
  let runStart = 0;
  let runEnd = 0;
  let top = 0;
  const copyRun = (): void => {
    bytes.set(texts.bytes.subarray(runStart, runEnd), top);
    top += runEnd - runStart;
  };
  order.forEach((text, at) => {
    const start = texts.startOf(text);
    const size = texts.sizeOf(text);
    if (start !== runEnd) {
      copyRun();
      runStart = start;
    }
    runEnd = start + size;
    offsets[at + 1] = top + runEnd - runStart;
    if (validity && !texts.isMissing(text)) setValid(validity, at);
  });
  copyRun();
}
