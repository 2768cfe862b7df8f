/** Return a path with one slash at its beginning: published clients join addresses with two. */
export function cleanPath(path: string): string {
  return path.startsWith("//") ? path.replace(/^\/+/, "/") : path;
}
