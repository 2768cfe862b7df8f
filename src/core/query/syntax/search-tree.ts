/** A parsed search in Lucene's query syntax. Adjacent words are joined by AND. */
export type SearchTree = Word | Phrase | Fuzzy | Range | Everything | Group | Sign | Boost | InField;

/** An unquoted word; wildcards are separate pieces. */
export interface Word {
  readonly is: "word";
  readonly pieces: readonly Piece[];
}

/** A non-empty literal or a wildcard. Two literals are never adjacent. */
export type Piece = string | Wildcard;

/** `?`: one character; `*`: any number of characters, including none. */
export interface Wildcard {
  readonly wildcard: "?" | "*";
}

export interface Phrase {
  readonly is: "phrase";
  readonly text: string;
}

/** A fuzzy word: matches words at most so many edits away (characters inserted, removed, replaced or swapped). */
export interface Fuzzy {
  readonly is: "fuzzy";
  readonly text: string;
  readonly edits: number;
}

/** `[a TO b]`, `{a TO b}` and mixtures; `null` is an open end. */
export interface Range {
  readonly is: "range";
  readonly from: End | null;
  readonly to: End | null;
}

export interface End {
  readonly text: string;
  readonly inclusive: boolean;
}

/** `*:*` */
export interface Everything {
  readonly is: "everything";
}

/**
 * Clauses of which all or any must match. Negated clauses are excluded in both cases. There are two or more clauses, or
 * a single one with a sign, in parentheses.
 */
export interface Group {
  readonly is: "all" | "any";
  readonly of: readonly SearchTree[];
}

/** `not`: `-a`, `!a` or `NOT a`. `must`: `+a`, which has to match even if other clauses are alternatives. */
export interface Sign {
  readonly is: "not" | "must";
  readonly of: SearchTree;
}

export interface Boost {
  readonly is: "boost";
  readonly of: SearchTree;
  /** Factor, 0 or more. */
  readonly by: number;
}

/** `field:…` applies to every part that names no field itself. */
export interface InField {
  readonly is: "in";
  readonly field: string;
  readonly of: SearchTree;
}

/** Number the words, phrases and ranges of a search. */
export function numberLeaves(tree: SearchTree): ReadonlyMap<SearchTree, number> {
  const numbers = new Map<SearchTree, number>();
  visitParts(tree, (part) => "of" in part || numbers.set(part, numbers.size));
  return numbers;
}

/** Visit every part of a search, outer parts first. */
export function visitParts(tree: SearchTree, visit: (part: SearchTree) => void): void {
  visit(tree);
  if (tree.is === "all" || tree.is === "any") for (const part of tree.of) visitParts(part, visit);
  else if (tree.is === "not" || tree.is === "must" || tree.is === "boost" || tree.is === "in")
    visitParts(tree.of, visit);
}
