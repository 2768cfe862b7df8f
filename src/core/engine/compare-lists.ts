/** Items that only one of two lists has. */
export interface ListChanges<Item> {
  readonly gone: readonly Item[];
  readonly fresh: readonly Item[];
}

/**
 * Find the items that only one of two lists has, each of which has an item once. They share those that did not change,
 * mostly in the same order.
 * Cost: to compare each item with one other.
 */
export function compareLists<Item>(before: readonly Item[], after: readonly Item[]): ListChanges<Item> {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first++;
  let last = 0;
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  const [old, young] = [before, after].map((items) => items.slice(first, items.length - last));
  return { gone: without(old!, new Set(young)), fresh: without(young!, new Set(old)) };
}

function without<Item>(items: readonly Item[], others: ReadonlySet<Item>): readonly Item[] {
  return items.filter((item) => !others.has(item));
}
