/** A token of a folded text: the unit that searches compare. */
export interface Token {
  readonly text: string;
  /** Position in UTF-16 code units of the folded text. */
  readonly start: number;
  readonly end: number;
  /** True if the token directly follows the previous one. */
  readonly joined: boolean;
}

/** Kinds of characters, for finding words. */
const BREAK = 0;
const LETTER = 1;
/** A letter of a script without spaces. Each is a token, so that words are found anywhere in the text. */
const UNSPACED = 2;
const MARK = 3;

const KINDS: readonly (readonly [kind: number, pattern: RegExp])[] = [
  [LETTER, /[\p{L}\p{N}]/u],
  [
    UNSPACED,
    /(?=[\p{L}〇])[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u,
  ],
  [MARK, /\p{M}/u],
];

/** Kinds of 16-bit characters, which nearly all texts consist of; `UNKNOWN` for those that no text has had. */
const UNKNOWN = 0xff;
const KIND_TABLE = new Uint8Array(0x1_0000).fill(UNKNOWN);

/**
 * Find the tokens of a folded text. Words end at anything that is not a letter, a mark or a digit; in scripts without
 * spaces every letter with its marks is a token.
 */
export function scanTokens(folded: string, visit: (start: number, end: number) => void): void {
  let start = -1;
  let kind = BREAK;
  for (let at = 0; at < folded.length;) {
    const code = folded.codePointAt(at)!;
    const next = kindOf(code);
    const goesOn = start >= 0 && (next === MARK || (next === LETTER && kind === LETTER));
    if (!goesOn) {
      if (start >= 0) visit(start, at);
      start = next === BREAK ? -1 : at;
      kind = next === UNSPACED ? UNSPACED : LETTER;
    }
    at += code > 0xffff ? 2 : 1;
  }
  if (start >= 0) visit(start, folded.length);
}

/** Return the position of the next token character from a position on; the text's end if there is none. */
export function skipBreaks(folded: string, from: number): number {
  let at = from;
  while (at < folded.length) {
    const code = folded.codePointAt(at)!;
    if (kindOf(code) !== BREAK) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

export function readTokens(folded: string): readonly Token[] {
  const tokens: Token[] = [];
  scanTokens(folded, (start, end) => {
    const joined = tokens.length > 0 && tokens.at(-1)!.end === start;
    tokens.push({ text: folded.slice(start, end), start, end, joined });
  });
  return tokens;
}

/** List the ranges between two word breaks. */
export function readRuns(tokens: readonly Token[]): readonly { readonly start: number; readonly end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const { start, end, joined } of tokens) {
    if (joined) runs.at(-1)!.end = end;
    else runs.push({ start, end });
  }
  return runs;
}

/** True if a text has letters of scripts without spaces. */
export function isUnspaced(folded: string): boolean {
  for (const character of folded) if (findKind(character.codePointAt(0)!) === UNSPACED) return true;
  return false;
}

function kindOf(code: number): number {
  if (code > 0xffff) return findKind(code);
  const kind = KIND_TABLE[code]!;
  // To find the kinds of all at once takes a tenth of a thread's start.
  return kind === UNKNOWN ? (KIND_TABLE[code] = findKind(code)) : kind;
}

function findKind(code: number): number {
  const character = String.fromCodePoint(code);
  return KINDS.reduce((kind, [other, pattern]) => (pattern.test(character) ? other : kind), BREAK);
}
