import { slug } from "../../core/model/values/slug.js";

/** Words that tell a code from its title. */
const PARTS =
  /(^|-)(codes?|codigos?|codice|kod|kode|koodi|sifra|id|nr|no|num|number|nummer|numero|key|schlussel|bez|bezeichnung|name|names?|nom|nombre|nome|naziv|nazev|nazwa|nimi|navn|namn|naam|title|titel|titulo|titre|text|label|libelle|intitule|description|descripcion|descricao|descrizione|desc|omschrijving|beschreibung|opis)(?=-|$)/g;

/** Words for a title that are of one language. */
const TITLES: Readonly<Record<string, readonly string[]>> = {
  en: ["name", "title", "label", "description"],
  es: ["nombre", "titulo", "descripcion", "denominacion", "etiqueta"],
  fr: ["nom", "libelle", "titre", "intitule", "denomination"],
  de: ["bezeichnung", "beschreibung", "titel", "benennung"],
  it: ["descrizione", "denominazione", "etichetta"],
  pt: ["descricao", "designacao", "denominacao", "rotulo"],
  pl: ["nazwa", "opis", "etykieta"],
  nl: ["naam", "omschrijving"],
  fi: ["nimi"],
  da: ["navn"],
  sv: ["namn"],
  cs: ["nazev"],
  hr: ["naziv"],
};

/** Languages whose codes and names headings have at their beginning or end; `id` and `no` mean something else there. */
const LANGUAGES = (
  "ar az be bg bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy it ja ka kk ko lt lv mk mt nl pl pt ro ru " +
  "sk sl sq sr sv th tr uk uz vi zh"
).split(" ");

const BY_WORD: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap((code) => {
    const names = ["en", code].map((language) => new Intl.DisplayNames(language, { type: "language" }).of(code)!);
    return [code, ...names.map((name) => slug(name))].filter(Boolean).map((word) => [word, code] as const);
  }),
);

/** A heading of labels: what they are labels of, and their language. */
export interface LabelHeading {
  /** Words of it apart from the language, and from that it is of a code or a title: `teilplan` of `Teilplan-Bez`. */
  readonly stem: string;
  /** ISO 639-1 code; `null` if it does not tell. */
  readonly language: string | null;
}

/** Return what a heading says apart from that it is of a code or a title. */
export function stemOf(heading: string): string {
  const words = wordsOf(heading).replace(PARTS, "$1");
  return words
    .replace(/(code|bez|name)$/, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Read the heading of a column of labels: its language is a word at an end of it, as in `function_fr`, `Libellé (FR)`, `English
 * name`, or that in which its word for a title is, as in `Nombre` and `libelle_fonction`.
 */
export function readLabelHeading(heading: string): LabelHeading {
  const words = wordsOf(heading).split("-").filter(Boolean);
  for (const end of [words.at(-1), words[0]]) {
    const language = end === undefined ? undefined : BY_WORD.get(end);
    if (language === undefined) continue;
    const rest = end === words.at(-1) ? words.slice(0, -1) : words.slice(1);
    return { stem: stemOf(rest.filter((word) => word !== "in").join(" ")), language };
  }
  const title = words.flatMap(
    (word) => Object.entries(TITLES).find(([, titles]) => titles.includes(word))?.[0] ?? [],
  )[0];
  return { stem: stemOf(heading), language: title ?? null };
}

function wordsOf(heading: string): string {
  return slug(heading.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
}
