/** Return the position of a column by its letters, such as 27 for `AB`. */
export function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Return the letters of a column. */
export function lettersOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? lettersOf(rest - 1) : "") + String.fromCharCode(65 + (column % 26));
}
