/** A heading by which the numbers of a column count thousands, millions or billions. */
export interface HeadingScale {
  /** The number that one stands for: 1000, for example. */
  readonly factor: number;
  /** The heading without the words for it, such as `Betrag (EUR)` for `Betrag (TEUR)`. */
  readonly plain: string;
}

const NAMES = String.raw`(?:EUR|Euro|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|UAH|RUB|TRY|ALL|BAM|RSD|\p{Sc}|kr|zł|Kč|Ft|грн|руб|lei|lekë|KM)`;
const CURRENCY = String.raw`${NAMES}(?![\p{L}])`;
const BEFORE = String.raw`(?<![\p{L}\p{N}])`;
const OF = String.raw`(?:\s+(?:of|de|di)(?![\p{L}])|\s+d[’'])?`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;

/** Whole words for the scales in the languages of published budgets; what also means something else needs more. */
const WORDS: readonly (readonly [factor: number, words: string])[] = [
  [
    1e3,
    String.raw`tsd\.?|tausend|thousands?|miles(?=\s+de\s)|milliers?|millares|migliaia|milhares|tys\.?|tis[íi]c[eů]?|tis\.|hiljad[ae]|tisuć[ae]|tuhat(?:ta)?|tusen|duizend(?:en)?|ezer|mijë|mii(?=\s+lei)|mil(?=\s+(?:€|euros|pesos|R\$|reais))|тис\.?|тыс\.?|хил\.?|հազար|χιλ\.?`,
  ],
  [
    1e6,
    String.raw`mio\.?|mln\.?|mill\.|mil\.|millions?|millionen|millones|milhões|milioni|miljoen|miljoner|miljoonaa?|milj\.?|milijuna?|miliona?|milion[yů]?|млн\.?|миллион\p{L}*|мільйон\p{L}*|εκατ\.?|միլիոն`,
  ],
  [1e9, String.raw`mrd\.?|milliarden?|milliards?|miliardi?|mld\.?|billions?|bn|miljard(?:er|ia)?|млрд\.?|δισ\.?`],
];

/** Letters and figures beside a currency. */
const BESIDE_CURRENCY: readonly (readonly [factor: number, sign: RegExp])[] = [
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
  [
    1e3,
    new RegExp(
      String.raw`(?:\bin\s+1[.,\s’']?000${AFTER}|[’']000s?${AFTER}|${BEFORE}000s${AFTER}|(?<=\()000s?(?=\)))`,
      "u",
    ),
  ],
];

/** Find the scale that a heading, or a title above the table, names; `null` if it names none. */
export function scaleInHeading(heading: string): HeadingScale | null {
  const found = SCALES.find(([, pattern]) => pattern.test(heading));
  if (!found) return null;
  const [factor, pattern] = found;
  const plain = heading
    .replace(pattern, " ")
    .replace(/(?:\bin|\ben|,|-|–)\s*(?=[)\]]|$)/iu, "")
    .replace(/[([]\s+/g, (bracket) => bracket[0]!)
    .replace(/\s*[([]\s*[)\]]/g, "")
    .replace(/\s+/g, " ")
    .replace(/\s(?=[)\]])/g, "");
  return { factor, plain: plain.trim() || heading };
}

/** Larger scales first where one's words hold another's: a million before a thousand in `1 000 000 EUR`. */
const SCALES: readonly (readonly [factor: number, pattern: RegExp])[] = [
  ...BESIDE_CURRENCY.toSorted(([a], [b]) => b - a),
  ...WORDS.map(([factor, words]) => [factor, new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])${OF}`, "iu")] as const),
];
