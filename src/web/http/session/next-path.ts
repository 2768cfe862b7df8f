const MAX_LENGTH = 4096;
/** Path of the page after signing in, unless another one was requested. */
export const HOME = "/dashboard";

/** Return the requested path if it is one of this server, otherwise `HOME`, or another one. */
export function nextPath(requested: string | null | undefined, otherwise = HOME): string {
  const isPath = requested && requested.length <= MAX_LENGTH && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(requested);
  return isPath && !/^\/(?:login|logout|register)\b/.test(requested) ? requested : otherwise;
}
