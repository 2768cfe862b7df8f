/** A search as it is written: Lucene's query syntax, words that stand beside each other joined by AND. */
export type SearchTree = Word | Phrase | Fuzzy | Range | Everything | Group | Sign | Boost | InField;

/** A text without quotes; its wildcards are no part of its literals. */
export interface Word {
  readonly is: "word";
  readonly pieces: readonly Piece[];
}

/** A literal text that is not empty, or a wildcard. No two literals stand beside each other. */
export type Piece = string | Wildcard;

/** `?`: one character; `*`: any number of them, none too. */
export interface Wildcard {
  readonly wildcard: "?" | "*";
}

export interface Phrase {
  readonly is: "phrase";
  readonly text: string;
}

/** Words that are so many edits from a text: inserted, left out, other or swapped characters. */
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
 * Clauses, all of which or one of which has to match. Negated ones are excluded in both. There are two or more, or
 * a single one with a sign that stood in parentheses.
 */
export interface Group {
  readonly is: "all" | "any";
  readonly of: readonly SearchTree[];
}

/** `-a`, `!a` and `NOT a` are one; `+a` has to match even where others are alternatives. */
export interface Sign {
  readonly is: "not" | "must";
  readonly of: SearchTree;
}

export interface Boost {
  readonly is: "boost";
  readonly of: SearchTree;
  /** 0 or more. */
  readonly by: number;
}

/** `field:…`: for every part of it that names no field itself. */
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

/** Visit every part of a search, the outer ones first. */
export function visitParts(tree: SearchTree, visit: (part: SearchTree) => void): void {
  visit(tree);
  if (tree.is === "all" || tree.is === "any") for (const part of tree.of) visitParts(part, visit);
  else if (tree.is === "not" || tree.is === "must" || tree.is === "boost" || tree.is === "in")
    visitParts(tree.of, visit);
}
