/** Maximum length of the header: proxies refuse replies with long ones. */
const MAX_LENGTH = 3000;

/** Room for the sentence that says how many warnings are left out. */
const ROOM = 100;

/**
 * Write warnings as the value of the header `Spendcube-Warnings`: a JSON array of sentences. Everything but printable ASCII,
 * and the percent sign, is percent-encoded as UTF-8, so that `decodeURIComponent` gives the JSON. Of very many, the first
 * are written, and how many more there are.
 */
export function printWarnings(warnings: readonly string[]): string {
  const whole = encode(warnings);
  if (whole.length <= MAX_LENGTH) return whole;
  let count = warnings.length - 1;
  while (count > 0 && encode(warnings.slice(0, count)).length > MAX_LENGTH - ROOM) count--;
  return encode([...warnings.slice(0, count), `${warnings.length - count} more; format=json has all`]);
}

function encode(warnings: readonly string[]): string {
  return JSON.stringify(warnings).replace(/[^\x20-\x7e]+|%/gu, encodeURIComponent);
}
