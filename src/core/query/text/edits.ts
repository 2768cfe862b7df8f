/**
 * Check that at most so many edits turn one text into another (Damerau–Levenshtein distance): characters inserted,
 * removed or replaced, and neighbours swapped, even if others were inserted between them. Cost: the product of the
 * lengths; linear if their letters or lengths differ too much.
 */
export function isWithinEdits(a: string, b: string, most: number): boolean {
  // An edit changes two letters at most, so most words can be ruled out by their sets of letters.
  if (countBits(lettersOf(a) ^ lettersOf(b)) > most * 2) return false;
  const from = Array.from(a);
  const to = Array.from(b);
  if (Math.abs(from.length - to.length) > most) return false;
  return countEdits(from, to) <= most;
}

/** Return the set of a text's letters as bits, each of which stands for several letters. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!;
    if (code > 0xffff) at++;
    letters |= 1 << (code & 31);
  }
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** Lowrance and Wagner, An Extension of the String-to-String Correction Problem, 1975. */
function countEdits(a: readonly string[], b: readonly string[]): number {
  const far = a.length + b.length;
  const width = b.length + 2;
  // Row i + 1, column j + 1 holds the distance between the first i characters of `a` and the first j of `b`.
  const edits = new Uint32Array((a.length + 2) * width).fill(far);
  for (let i = 0; i <= a.length; i++) edits[(i + 1) * width + 1] = i;
  for (let j = 0; j <= b.length; j++) edits[width + j + 1] = j;
  /** Last position in `a` of each character. */
  const last = new Map<string, number>();
  for (let i = 1; i <= a.length; i++) {
    let match = 0;
    for (let j = 1; j <= b.length; j++) {
      const swappedRow = last.get(b[j - 1]!) ?? 0;
      const swappedColumn = match;
      const isSame = a[i - 1] === b[j - 1];
      if (isSame) match = j;
      edits[(i + 1) * width + j + 1] = Math.min(
        edits[i * width + j]! + (isSame ? 0 : 1),
        edits[(i + 1) * width + j]! + 1,
        edits[i * width + j + 1]! + 1,
        edits[swappedRow * width + swappedColumn]! + (i - swappedRow - 1) + 1 + (j - swappedColumn - 1),
      );
    }
    last.set(a[i - 1]!, i);
  }
  return edits[(a.length + 1) * width + b.length + 1]!;
}
