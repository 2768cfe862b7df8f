/** No text without a character from U+0300 on changes when it is composed, and no text without one of U+00C0 on when it is decomposed. */
const MAY_COMPOSE = /[\u0300-\uffff]/;
const MAY_DECOMPOSE = /[\u00c0-\uffff]/;

/** Return a text in NFC, the form in which names are compared. */
export function composeText(text: string): string {
  return MAY_COMPOSE.test(text) ? text.normalize("NFC") : text;
}

/** List the Unicode forms of a value, first NFC: a version that was stored before names were composed may have any of them. */
export function listForms<T extends string | number>(value: T): readonly T[];
export function listForms(value: string | number): readonly (string | number)[] {
  if (typeof value !== "string" || !MAY_DECOMPOSE.test(value)) return [value];
  return [...new Set([value.normalize("NFC"), value.normalize("NFD"), value])];
}

/** Enter each Unicode form of the keys of a map; a key as it is written comes first. */
export function withForms<K extends string | number, T>(map: ReadonlyMap<K, T>): ReadonlyMap<K, T> {
  const all = new Map(map);
  for (const [key, value] of map) {
    for (const form of listForms(key)) if (!all.has(form)) all.set(form, value);
  }
  return all;
}

/** For each first byte of a character in UTF-8 1 if composing may change what follows: it may be a mark, or composed itself. */
const LEADS = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0xcc && !isInert(byte)));

/** True for the first bytes of Cyrillic letters without marks (U+0400 to U+047F), Han characters and Hangul syllables. */
function isInert(lead: number): boolean {
  return lead === 0xd0 || lead === 0xd1 || (lead >= 0xe4 && lead <= 0xe9) || lead === 0xeb || lead === 0xec;
}

/** True if composing may change a text in UTF-8. @param from its first byte */
export function mayCompose(bytes: Uint8Array, from: number, size: number): boolean {
  for (let at = from; at < from + size; at++) if (LEADS[bytes[at]!] === 1) return true;
  return false;
}
