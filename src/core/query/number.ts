const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Parse a number in programming notation: `12`, `-0.5`, `1e3`; `undefined` for other texts and if it exceeds doubles.
 */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const number = NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
