const MAX_LENGTH = 60;

/** Shorten a value to be shown as a sample. */
export function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
