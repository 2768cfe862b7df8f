import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { type DimensionName, dimensionOf, makeCube, mulberry32 } from "../cube/cube.js";

/** Entries with texts: per dimension the texts of its members and one member per entry. */
export interface Corpus {
  readonly title: string;
  readonly rows: number;
  readonly dimensions: readonly CorpusDimension[];
  /** Amounts in cents. */
  readonly amounts: Float64Array;
}

export interface CorpusDimension {
  readonly name: string;
  /** Texts in lower case: words of letters and digits, separated by one space. */
  readonly texts: readonly string[];
  readonly codes: ArrayLike<number>;
}

/** Corpora by name; each is the same in every process. */
export const CORPORA = {
  cube: cubeCorpus,
  councils: readCouncils,
  texts: distinctTexts,
} as const satisfies Readonly<Record<string, (rows: number) => Promise<Corpus> | Corpus>>;

export type CorpusName = keyof typeof CORPORA;

const COUNCILS = resolve("../shared/data/gb-councils/data.csv.gz");

export function hasCouncils(): boolean {
  return existsSync(COUNCILS);
}

/** Number of words in a text, by dimension of the generated cube. */
const WORDS = { year: 0, region: 2, function: 2, subfunction: 3, department: 4, programme: 5, supplier: 3 } as const;

function cubeCorpus(rows: number): Corpus {
  const { codes, numbers } = makeCube(rows);
  const write = textWriter(4);
  const dimensions = Object.entries(WORDS).map(([name, words]) => {
    const own = codes[name as DimensionName];
    const { size: members } = dimensionOf(name as DimensionName);
    const texts = Array.from({ length: members }, (_, at) => (words === 0 ? String(2000 + at) : write(words)));
    return { name, texts, codes: own };
  });
  return { title: "the generated cube", rows, dimensions, amounts: Float64Array.from(numbers.amount) };
}

/** Generate one text of nine words per entry. */
function distinctTexts(rows: number): Corpus {
  const random = mulberry32(3);
  const write = textWriter(5);
  const regions = Array.from({ length: 30 }, () => write(2));
  return {
    title: "one distinct text per entry",
    rows,
    dimensions: [
      { name: "region", texts: regions, codes: Uint8Array.from({ length: rows }, () => random() ** 1.6 * 30) },
      {
        name: "description",
        texts: Array.from({ length: rows }, () => write(9)),
        codes: Uint32Array.from({ length: rows }, (_, row) => row),
      },
    ],
    amounts: Float64Array.from({ length: rows }, () => Math.floor(random() ** 8 * 1e9)),
  };
}

/** Read the payments of four English councils. */
async function readCouncils(): Promise<Corpus> {
  const dimensions = ["Body", "Organisational Unit", "Beneficiary Name"].map((column) => ({
    column,
    texts: [] as string[],
    known: new Map<string, number>(),
    codes: [] as number[],
  }));
  const amounts: number[] = [];
  const parser = parse({ columns: true, relax_quotes: true, relax_column_count: true });
  parser.on("data", (record: Readonly<Record<string, string>>) => {
    const cents = Math.round(Number(record["Amount"]!.replaceAll(",", "")) * 100);
    if (!Number.isSafeInteger(cents)) return;
    amounts.push(cents);
    for (const { column, texts, known, codes } of dimensions) {
      const text = plainWords(record[column]!);
      let code = known.get(text);
      if (code === undefined) known.set(text, (code = texts.push(text) - 1));
      codes.push(code);
    }
  });
  await pipeline([createReadStream(COUNCILS), createGunzip(), parser]);
  const names = ["body", "unit", "supplier"];
  return {
    title: "payments of English councils",
    rows: amounts.length,
    dimensions: dimensions.map(({ texts, codes }, at) => ({ name: names[at]!, texts, codes: Uint32Array.from(codes) })),
    amounts: Float64Array.from(amounts),
  };
}

/** Reduce a text to words that all contestants split in the same way. */
function plainWords(text: string): string {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? ["unknown"]).join(" ");
}

const SYLLABLES = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu".split(
  " ",
);

/** Create a generator of texts with a given number of words; a few words are frequent, most are rare. */
function textWriter(seed: number): (words: number) => string {
  const random = mulberry32(seed);
  const syllable = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)]!;
  const vocabulary = new Set<string>();
  while (vocabulary.size < 20_000)
    vocabulary.add(syllable() + syllable() + syllable() + (random() < 0.5 ? "" : syllable()));
  const words = [...vocabulary];
  return (count) => Array.from({ length: count }, () => words[Math.floor(random() ** 3 * words.length)]!).join(" ");
}
