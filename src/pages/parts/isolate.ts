const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name within a sentence that is plain text: where it is written from right to left, it does not turn the rest around
 * with it. Markup has `bdi` for that.
 * @returns the name between isolating characters, after one that says that the sentence is written from left to right
 */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u200e\u2068${name}\u2069` : name;
}
