/** Rewrites a text that arrives in pieces, cut anywhere. */
export interface TextFilter {
  push(piece: string): string;
  /** Return the end of the rewritten text. */
  end(): string;
}
