/**
 * Wrap `build` with a cache by index, which lives as long as the returned function.
 * @param length every index is less than `length`
 * @param build returns one item per index; called at most once per index
 */
export function lazyArray<T extends object | string | null>(
  length: number,
  build: (indexes: readonly number[]) => readonly T[],
): (indexes: ArrayLike<number>) => T[] {
  const cached: (T | null | undefined)[] = [];
  return (indexes) => {
    // Making all items would take longer than most calls.
    cached.length = length;
    // One pass is enough where all are known, as they mostly are.
    const found: (T | null | undefined)[] = [];
    let isKnown = true;
    for (let at = 0; at < indexes.length; at++) {
      const item = cached[indexes[at]!];
      if (item === undefined) isKnown = false;
      found.push(item);
    }
    if (isKnown) return found as T[];
    const unknown: number[] = [];
    for (let at = 0; at < indexes.length; at++) {
      const index = indexes[at]!;
      if (cached[index] !== undefined) continue;
      cached[index] = null;
      unknown.push(index);
    }
    const built = build(unknown);
    for (let at = 0; at < unknown.length; at++) cached[unknown[at]!] = built[at]!;
    for (let at = 0; at < indexes.length; at++) found[at] = cached[indexes[at]!]!;
    return found as T[];
  };
}
