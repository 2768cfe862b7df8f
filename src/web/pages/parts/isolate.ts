const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolate a right-to-left name in a sentence of plain text, so that it does not reverse the words around it. Markup uses
 * `bdi` instead.
 * @returns the name between isolating characters, after a left-to-right mark; other names unchanged
 */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u200e\u2068${name}\u2069` : name;
}
