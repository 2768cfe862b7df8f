/** Turn a heading into a readable label. */
export function labelOf(heading: string): string {
  const spaced = heading.replace(/[_\s]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/**
 * Turn the name of a file or of a dataset into a readable title. Hyphens of names without spaces stand for spaces, but those
 * between digits, as of years, stay.
 */
export function datasetTitleOf(name: string): string {
  return labelOf(/\s/.test(name.trim()) ? name : name.replace(/(?<!\d)-+|-+(?!\d)/g, " "));
}
