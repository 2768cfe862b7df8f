const SEPARATOR = " + ";

/** Return the name of a column whose cells are those of other columns, joined by hyphens: `(chapter + line)`. */
export function joinedColumn(headings: readonly string[]): string {
  return `(${headings.join(SEPARATOR)})`;
}

/** Return the headings that a joined column is made of; `null` for any other column. */
export function joinedHeadings(column: string): readonly string[] | null {
  if (!column.startsWith("(") || !column.endsWith(")")) return null;
  const headings = column.slice(1, -1).split(SEPARATOR);
  return headings.length > 1 && headings.every((heading) => heading.trim() !== "") ? headings : null;
}
