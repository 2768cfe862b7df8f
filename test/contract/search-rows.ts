import type { EntryInput } from "#src/core/engine/source-row.js";
import type { Model } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";

/** A model with every kind of field, for texts of many kinds. */
export function wordsModel(name = "words"): Model {
  const mapping = {
    amount: { type: "measure", column: "amount", datatype: "float" },
    planned: { type: "measure", column: "planned", datatype: "float", default_value: "0" },
    time: { type: "date", column: "time" },
    until: { type: "date", column: "until" },
    number: { type: "attribute", column: "number", datatype: "string", key: true },
    payee: {
      type: "compound",
      attributes: {
        name: { column: "payee", datatype: "id" },
        label: { column: "payee", datatype: "string" },
        size: { column: "size", datatype: "float" },
      },
    },
    item: { type: "attribute", column: "item", datatype: "string" },
    account: { type: "attribute", column: "account", datatype: "string" },
    rate: { type: "attribute", column: "rate", datatype: "float" },
  };
  return parseModel({ dataset: { name, label: name, currency: "EUR" }, mapping }).model;
}

interface WordsRow {
  /** In cents. */
  readonly amount: bigint;
  readonly time: string;
  readonly until?: string;
  readonly name: string;
  readonly label: string;
  readonly size?: number;
  readonly item: string;
  readonly account: string;
  readonly rate?: number;
}

/** Rows called a, b, c, … */
const ROWS: readonly WordsRow[] = [
  // a to e: Latin script
  {
    amount: 1000n,
    time: "2009-03-02",
    name: "camden",
    label: "London Borough of Camden",
    item: "Road maintenance",
    account: "10.1",
    size: 5,
    rate: 9.5,
  },
  {
    amount: 2050n,
    time: "2009-11-30",
    name: "fire-brigade",
    label: "ENGLAND_London Fire Brigade",
    item: "Fire safety training",
    account: "10.2",
    rate: 10,
  },
  {
    amount: -500n,
    time: "2010-01-01",
    name: "o-brien",
    label: "O'Brien & Sons Ltd.",
    item: "Well-being and education",
    account: "P13 S091105",
    size: 5,
  },
  {
    amount: 1000n,
    time: "2010-06-15",
    name: "cafe-zurich",
    label: "Café Zürich",
    item: "Catering (education department)",
    account: "cra-r1",
    rate: -3,
  },
  {
    amount: 123456n,
    time: "2011-12-31",
    name: "lodz-transport",
    label: "Łódź Transport",
    item: "Straßenbau, Brückenbau",
    account: "101",
  },
  // f, g: Greek
  {
    amount: 700n,
    time: "2011-12-31",
    name: "demos-athenaion",
    label: "Δήμος Αθηναίων",
    item: "Συντήρηση οδών",
    account: "20-1",
  },
  {
    amount: 800n,
    time: "2011-12-31",
    name: "demos-peiraios",
    label: "ΔΗΜΟΣ ΠΕΙΡΑΙΩΣ",
    item: "ΣΧΟΛΕΊΟ",
    account: "20-2",
  },
  // h, i: Cyrillic
  {
    amount: 900n,
    time: "2012-01-01",
    name: "minobr",
    label: "Министерство образования",
    item: "Ремонт дорог и ёлка",
    account: "30/1",
  },
  { amount: 901n, time: "2012-01-01", name: "mon", label: "МІНІСТЕРСТВО ОСВІТИ", item: "ЁЛКА", account: "30/2" },
  // j, k: Hebrew, with and without points
  { amount: 1n, time: "2012-02-01", name: "tel-aviv", label: "עִירִיַּת תֵּל אָבִיב", item: "חינוך", account: "40" },
  { amount: 2n, time: "2012-02-02", name: "misrad", label: "משרד החינוך", item: "בית ספר", account: "40" },
  // l, m: Arabic, with and without vowels
  { amount: 3n, time: "2012-02-03", name: "wizarat-1", label: "وِزَارَة التَّعْلِيم", item: "مدرسة", account: "40" },
  { amount: 4n, time: "2012-02-04", name: "wizarat-2", label: "وزارة الصحة", item: "مستشفى أطفال", account: "40" },
  // n: Chinese; o, p: Japanese
  { amount: 5n, time: "2012-03-01", name: "beijing", label: "北京市教育局", item: "学校教育经费2012年", account: "40" },
  { amount: 6n, time: "2012-03-02", name: "tsukuba", label: "つくば市役所", item: "教育費、学校", account: "40" },
  { amount: 7n, time: "2012-03-03", name: "software", label: "ソフトウェア開発", item: "ｿﾌﾄｳｪｱ ﾗｲｾﾝｽ", account: "40" },
  // q: Thai; r: Hindi; s: Korean
  { amount: 8n, time: "2012-04-01", name: "moe-th", label: "กระทรวงศึกษาธิการ", item: "โรงเรียน", account: "50" },
  { amount: 9n, time: "2012-04-02", name: "moe-in", label: "शिक्षा मंत्रालय", item: "विद्यालय", account: "50" },
  { amount: 10n, time: "2012-04-03", name: "seoul", label: "서울특별시 교육청", item: "학교 급식", account: "50" },
  // t to w: texts that hurt
  { amount: 11n, time: "2012-05-01", until: "2013-01-31", name: "x-1", label: "", item: "—", account: "A|B" },
  {
    amount: 12n,
    time: "2012-05-02",
    until: "2014-06-30",
    name: "x-2",
    label: "AND OR NOT",
    item: "TO [1 TO 2]",
    account: "a\\b*c?",
  },
  {
    amount: 13n,
    time: "2012-05-03",
    name: "x-3",
    label: "constructor __proto__",
    item: "“Quoted” text\nsecond line",
    account: "1e3",
  },
  { amount: 14n, time: "2012-05-04", name: "x-4", label: "\u{1F600} smile", item: "ﬁnance ½ m²", account: "Ǆ" },
];

export const WORDS: readonly EntryInput[] = ROWS.map((row, at) => {
  const id = String.fromCharCode("a".charCodeAt(0) + at);
  const members: readonly (readonly Value[])[] = [
    dateAttributes(row.time),
    dateAttributes(row.until ?? null),
    [`no-${id}`],
    [row.name, row.label, row.size ?? null],
    [row.item],
    [row.account],
    [row.rate ?? null],
  ];
  return {
    id: wordsId(id),
    members,
    amounts: [
      { unscaled: row.amount, scale: 2 },
      { unscaled: row.amount * 3n, scale: 4 },
    ],
  };
});

function wordsId(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(40, "0");
}

export function letterOf(id: string): string {
  return String.fromCharCode(Number.parseInt(id, 16));
}
