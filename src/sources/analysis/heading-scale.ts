import { foldInPlace } from "../../core/model/words/fold-in-place.js";
import { WORDS } from "../../core/model/words/word-table.js";
import { isAmountHeading } from "./headings.js";

/** A heading by which the numbers of a column count thousands, millions or billions. */
export interface HeadingScale {
  /** The number that one stands for: 1000, for example. */
  readonly factor: number;
  /** The heading without the words for it, such as `Betrag (EUR)` for `Betrag (TEUR)`. */
  readonly plain: string;
}

const NAMES = String.raw`(?:EUR|Euro|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|UAH|RUB|TRY|ALL|BAM|RSD|\p{Sc}|kr|zł|Kč|Ft|грн|руб|lei|lekë|KM|kn|Rs\.?|INR)`;
const CURRENCY = String.raw`${NAMES}(?![\p{L}])`;
const BEFORE = String.raw`(?<![\p{L}\p{N}])`;
const OF = String.raw`(?:\s+(?:of|de|di)(?![\p{L}])|\s+d[’'])?`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;

/** Abbreviations and words for the scales that mean something else without what follows. */
const SHORT: readonly (readonly [factor: number, words: string])[] = [
  [
    1e3,
    String.raw`tsd\.?|tys\.?|tis\.|тис\.?|тыс\.?|хил\.?|χιλ\.?|miles(?=\s+de\s)|(?<=\ben\s)miles|mii(?=\s+lei)|mil(?=\s+(?:€|euros|pesos|R\$|reais))|ezer|bin(?=\s+(?:TL|₺))`,
  ],
  [1e5, String.raw`lakhs?|lacs?`],
  [1e6, String.raw`mio\.?|mln\.?|mill\.|mil\.|milj\.?|млн\.?|εκατ\.?`],
  [1e7, String.raw`crores?`],
  [1e9, String.raw`mrd\.?|mld\.?|bn|млрд\.?|δισ\.?`],
];

/** Whole words for the scales. Those of scripts that are written without blanks need a currency. */
const FULL: readonly (readonly [factor: number, words: string])[] = (
  [
    [1e3, "thousand"],
    [1e6, "million"],
    [1e9, "billion"],
  ] as const
).map(([factor, means]) => {
  const words = WORDS.filter((each) => each.means === means).flatMap((each) => each.words);
  const needsMore = /^=|^(miles|mii|mil|mill|tis|bin|mn|bn|e|1000)$|^[\p{sc=Han}\p{sc=Hangul}]/u;
  const own = [...new Set(words.filter((word) => !needsMore.test(word)))].toSorted((a, b) => b.length - a.length);
  return [
    factor,
    own
      .map((word) =>
        foldInPlace(word)
          .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
          .replaceAll(" ", "\\s+"),
      )
      .join("|"),
  ] as const;
});

/** Words that mean something else, too, and are a scale alone between brackets, such as `(miles)` and `(en miles)`. */
const BRACKETED: readonly (readonly [factor: number, words: string])[] = [
  [1e2, String.raw`hundreds?|hunderte?|hundert|centaines|cientos|centenas|centinaia|setki|honderdtallen|00s`],
  [1e3, String.raw`miles|mil|mii|bin|ezer|tis|k|t|tusen|tuhat|duizend`],
  [1e6, String.raw`m|mn|mm`],
];
const IN = String.raw`(?:in|en|em|w|v|u|i)`;

/** Letters and figures beside a currency. */
const BESIDE_CURRENCY: readonly (readonly [factor: number, sign: RegExp])[] = (<readonly (readonly [number, RegExp])[]>[
  [1e3, new RegExp(String.raw`${BEFORE}(?:[Tt]|[Kk])[\s-]?(?=${CURRENCY})`, "u")],
  [1e6, new RegExp(String.raw`${BEFORE}(?:M|mn?)[\s-]?(?=${CURRENCY})`, "u")],
  [1e3, new RegExp(String.raw`(?<=(?<!\p{L})${NAMES})\s?(?:[’']?000[’']?s?|k)${AFTER}`, "u")],
  [1e6, new RegExp(String.raw`(?<=(?<!\p{L})${NAMES})\s?(?:mn?|M)${AFTER}`, "u")],
  [1e3, /千(?=[円元원])/u],
  [1e6, /百万(?=[円元원])/u],
  [1e9, /十億(?=[円元원])/u],
  [1e9, new RegExp(String.raw`(?<=(?<!\p{L})${NAMES})\s?bn${AFTER}`, "u")],
  [1e3, new RegExp(String.raw`${BEFORE}1[.,\s’']?000\s*(?=${CURRENCY})`, "u")],
  [1e6, new RegExp(String.raw`${BEFORE}1[.,\s’']?000[.,\s’']?000\s*(?=${CURRENCY})`, "u")],
  [1e3, /(?<![\p{L}\p{N}])(?:in\s+[KT]|e(?=\s?Ft))(?![\p{L}\p{N}])|(?<!\p{L})e(?=Ft(?!\p{L}))/u],
  [1e3, new RegExp(String.raw`${BEFORE}[x×]\s*(?:${NAMES}\s*)?1[.,\s’']?000${AFTER}`, "u")],
  [1e6, new RegExp(String.raw`${BEFORE}[x×]\s*(?:${NAMES}\s*)?1[.,\s’']?000[.,\s’']?000${AFTER}`, "u")],
  [1e3, new RegExp(String.raw`(?<![\p{N}.,’'][\s]?)000\s*(?=${CURRENCY})`, "u")],
  [
    1e3,
    new RegExp(
      String.raw`(?:\bin\s+1[.,\s’']?000${AFTER}|[’']000s?${AFTER}|${BEFORE}000s${AFTER}|(?<=\()000[’']?s?(?=\)))`,
      "u",
    ),
  ],
]).toSorted(([a], [b]) => b - a);

const IN_BRACKETS: readonly (readonly [factor: number, pattern: RegExp])[] = BRACKETED.map(([factor, words]) => [
  factor,
  new RegExp(String.raw`(?<=[([（]\s*(?:${IN}\s+)?)(?:${words})\.?(?=\s*[)\]）])`, "iu"),
]);
/** Scales that are said of amounts. */
const SAID: readonly (readonly [factor: number, pattern: RegExp])[] = [
  [1e4, /(?<![\p{L}])(?:tens\s+of\s+thousands|ten\s+thousands|zehntausend(?:en)?)(?![\p{L}])/iu],
  [1e2, /(?<=\bin\s+)(?:hundreds|hunderten?|hundert)(?![\p{L}])/iu],
];

/** Hundredths of a currency's unit, beside a word for amounts. */
const HUNDREDTHS =
  /(?<=\bin\s+|[([]\s*(?:(?:in|en|em)\s+)?)(?:euro-?)?(?:cents?|pence|centimes?|c[eé]ntimos?|centesimi|grosz\p{L}*|cêntimos?|eurocents?|øre|öre)(?![\p{L}])/iu;

/** Find the scale that a heading, or a title above the table, names; `null` if it names none. */
export function scaleInHeading(heading: string): HeadingScale | null {
  const found = findScale(heading);
  if (!found) return null;
  const { factor, start, end } = found;
  const plain = `${heading.slice(0, start)} ${heading.slice(end)}`
    .replace(/(?:\bin|\ben|,|-|–)\s*(?=[)\]]|$)/iu, "")
    .replace(/[([]\s+/g, (bracket) => bracket[0]!)
    .replace(/\s*[([]\s*[)\]]/g, "")
    .replace(/\s+/g, " ")
    .replace(/\s(?=[)\]])/g, "");
  return { factor, plain: plain.trim() || heading };
}

/** Find the words of a scale, larger ones first: a million before a thousand in `1 000 000 EUR`. */
function findScale(heading: string): { readonly factor: number; readonly start: number; readonly end: number } | null {
  const folded = foldInPlace(heading);
  const isBare = /^\s*[([（].*[)\]）]\s*$/u.test(heading);
  const ofAmounts = isBare || isAmountHeading(heading) ? [...IN_BRACKETS, [0.01, HUNDREDTHS] as const] : [];
  const patterns = [
    ...SAID.map(([factor, pattern]) => [factor, pattern, folded] as const),
    ...BESIDE_CURRENCY.map(([factor, pattern]) => [factor, pattern, heading] as const),
    ...[...AS_WORDS, ...ofAmounts].map(([factor, pattern]) => [factor, pattern, folded] as const),
  ];
  for (const [factor, pattern, text] of patterns) {
    const found = pattern.exec(text);
    if (found) return { factor, start: found.index, end: found.index + found[0].length };
  }
  return null;
}

const AS_WORDS: readonly (readonly [factor: number, pattern: RegExp])[] = [...FULL, ...SHORT]
  .toSorted(([a], [b]) => b - a)
  .map(([factor, words]) => [factor, new RegExp(`(?<![\\p{L}])(?:${words})\\.?(?![\\p{L}])${OF}`, "iu")]);
