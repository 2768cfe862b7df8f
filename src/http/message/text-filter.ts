/** Rewrites a text that comes in pieces, cut anywhere. */
export interface TextFilter {
  push(piece: string): string;
  /** What is left to say when the text is over. */
  end(): string;
}
