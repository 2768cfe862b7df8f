import { nearest } from "../../../core/model/nearest.js";

/** Find the path of a call that differs from a mistyped path by a similar word in one place; `undefined` if there is none. */
export function nearestPath(paths: Iterable<string>, segments: readonly string[]): string | undefined {
  const alike = new Map<string, string>();
  for (const path of paths) {
    const parts = path.split("/").slice(1);
    if (parts.length !== segments.length || path.includes("{")) continue;
    const differing = parts.flatMap((part, at) => (part === segments[at] ? [] : at));
    const [at] = differing;
    if (differing.length === 1 && nearest(segments[at!]!, [parts[at!]!]).length > 0) alike.set(parts[at!]!, path);
  }
  for (const wrong of segments) {
    const [best] = nearest(wrong, alike.keys());
    if (best !== undefined) return alike.get(best);
  }
  return undefined;
}
