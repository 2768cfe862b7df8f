import { LRUCache } from "lru-cache";
import { hasMemberSums, type MemberSums } from "../../../core/engine/member-sums.js";
import type { Dimension } from "../../../core/model/cube.js";
import { isView } from "../../../core/model/row-model.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";

/** Maximum bytes of sums that are kept of versions that earlier programs stored without. */
const MAX_BYTES = 2 ** 26;

/** Sums of members of versions that are stored without them. */
const computed = new LRUCache<string, MemberSums>({
  maxSize: MAX_BYTES,
  sizeCalculation: (sums) => sums.length,
});

/**
 * Return the sums of a dimension's members; `null` if they are not known. A version that was stored without them is opened to
 * sum its members, once.
 */
export function knownSums(dataset: Dataset, { index }: Dimension): MemberSums | null {
  const sums = summarizeVersion(dataset).memberSums ?? computed.get(dataset.version) ?? compute(dataset);
  return sums && hasMemberSums(sums, index) ? sums : null;
}

function compute(dataset: Dataset): MemberSums | null {
  // Derived dimensions have members that no sums are stored of.
  if (isView(dataset.model)) return null;
  const sums = dataset.engine.sumMembers?.() ?? null;
  if (sums) computed.set(dataset.version, sums);
  return sums;
}
