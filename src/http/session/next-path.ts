const MAX_LENGTH = 4096;
/** Where people are after signing in when they wanted nothing else. */
export const HOME = "/dashboard";

/** A path of this server to go on to; whatever else is asked for is not. */
export function nextPath(requested: string | null | undefined): string {
  const isPath = requested && requested.length <= MAX_LENGTH && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(requested);
  return isPath && !/^\/(?:login|logout|register)\b/.test(requested) ? requested : HOME;
}
