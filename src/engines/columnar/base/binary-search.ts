/**
 * Find the first place in `0 … length - 1` for which `holds` is true; `length` if there is none.
 * Once `holds` is true for a place, it must be true for all later places.
 */
export function binarySearch(length: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
