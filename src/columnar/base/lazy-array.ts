/**
 * `make`, with what it made kept by index for as long as the function is.
 * @param length every index is below it
 * @param make gives what belongs to some indexes, each of them once
 */
export function lazyArray<T extends object | string | null>(
  length: number,
  make: (indexes: readonly number[]) => readonly T[],
): (indexes: ArrayLike<number>) => T[] {
  let kept: (T | null | undefined)[] | undefined;
  return (indexes) => {
    kept ??= Array.from({ length });
    const unknown: number[] = [];
    for (let at = 0; at < indexes.length; at++) {
      const index = indexes[at]!;
      if (kept[index] !== undefined) continue;
      kept[index] = null;
      unknown.push(index);
    }
    if (unknown.length > 0) {
      const made = make(unknown);
      for (let at = 0; at < unknown.length; at++) kept[unknown[at]!] = made[at]!;
    }
    const found: T[] = [];
    for (let at = 0; at < indexes.length; at++) found.push(kept[indexes[at]!] as T);
    return found;
  };
}
