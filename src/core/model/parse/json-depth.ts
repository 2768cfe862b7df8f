/** Maximum nesting of a model file or a package's descriptor. */
export const MAX_LEVELS = 32;

/**
 * True if JSON is nested more deeply than `limit`. Works level by level, because recursion would overflow the stack.
 */
export function levelsExceed(json: unknown, limit: number): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter((value) => typeof value === "object" && value !== null);
    if (containers.length > 0 && depth === limit) return true;
    level = containers.flatMap((value) => Object.values(value as object));
  }
  return false;
}
