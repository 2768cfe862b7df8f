/** Named characters of HTML that tables have; others stay as they are written. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    euro: "€",
    pound: "£",
    yen: "¥",
    cent: "¢",
    sect: "§",
    deg: "°",
    ndash: "–",
    mdash: "—",
    minus: "−",
    hellip: "…",
    middot: "·",
    bull: "•",
    laquo: "«",
    raquo: "»",
    lsquo: "‘",
    rsquo: "’",
    ldquo: "“",
    rdquo: "”",
    bdquo: "„",
    szlig: "ß",
    aelig: "æ",
    AElig: "Æ",
    oelig: "œ",
    OElig: "Œ",
    oslash: "ø",
    Oslash: "Ø",
    eth: "ð",
    ETH: "Ð",
    thorn: "þ",
    THORN: "Þ",
  }),
);

/** Marks that stand in the names of letters, such as `eacute`. */
const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    acute: "\u0301",
    grave: "\u0300",
    circ: "\u0302",
    uml: "\u0308",
    tilde: "\u0303",
    ring: "\u030a",
    cedil: "\u0327",
    caron: "\u030c",
  }),
);

/** Return the text of a piece of HTML without tags: characters instead of their names, and single blanks. */
export function htmlText(html: string): string {
  const text = html
    .replace(/\s+/g, " ")
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (all, hex, decimal, name) => {
      if (name === undefined) return charOf(hex === undefined ? Number(decimal) : parseInt(hex, 16));
      return NAMED.get(name) ?? letterOf(name) ?? all;
    });
  return text.trim();
}

function charOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

function letterOf(name: string): string | undefined {
  const mark = MARKS.get(name.slice(1));
  return mark === undefined ? undefined : `${name[0]!}${mark}`.normalize("NFC");
}
