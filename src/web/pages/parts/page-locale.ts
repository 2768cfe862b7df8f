import { LRUCache } from "lru-cache";
import { createCounting, createFill, type Fill } from "../../words/fill.js";
import { codeOfWords, writingDirection, wordsIn } from "../../words/languages.js";
import type { EnglishWords } from "../../words/english.js";
import type { FiscalYear } from "../../../core/model/cube.js";
import { type DatasetDescription, textsOfDescribed } from "../../../calls/reading/describe/describe-dataset.js";
import { nameFiscal } from "../../../calls/views/pages/fiscal-years.js";
import { createDates, type Dates } from "./dates.js";
import { createFillHtml, type FillHtml } from "./fill-html.js";
import { createNames, type Names } from "./names.js";
import { createNumbers, type NumberFormats } from "./numbers.js";
import { sayPhrase } from "./say-phrase.js";
import { keepsCapitals, withinSentence } from "./within-sentence.js";

/** Words, numbers and dates of one language for a page, with its signed-in user and the origin of its links. */
export interface PageLocale {
  /** Tag of a language that has words, with the region that numbers and dates are of. */
  readonly language: string;
  /** The language of the words, for `lang`. */
  readonly spoken: string;
  readonly direction: "ltr" | "rtl";
  /** The texts of pages in the language. */
  readonly words: EnglishWords;
  /** Write a text with the values of its slots. Numbers are counts: they choose the form of the text. */
  readonly fill: Fill;
  /** Write a text in markup, with values that may be markup, and functions that put words into links. */
  readonly fillHtml: FillHtml;
  /** Name of the signed-in user; `null` on pages that all readers share. */
  readonly user: string | null;
  /** The language that the address of the page names, which addresses that last name, too; `null` if it names none. */
  readonly lang: string | null;
  /** True if the reader wants to cite an amount: each leads to its citation. */
  readonly isCiting: boolean;
  /** Prefix of every absolute link. */
  readonly origin: string;
  readonly numbers: NumberFormats;
  readonly dates: Dates;
  readonly names: Names;
  /** Name a year of the page's dataset: a fiscal year by the two years that it is in. */
  readonly year: (value: string) => string;
  /** Write a label of the page's dataset within a sentence: with a small letter, where its language does so. */
  readonly within: (label: string) => string;
  /** The currency of amounts in errors and notes on a file that name none; `null` if it is not known. */
  readonly currency: string | null;
  /** Return an address for a link, without the origin if it is this server. */
  readonly href: (url: string) => string;
}

/** The part of a locale that only its language decides. */
type LanguageLocale = Omit<
  PageLocale,
  "user" | "lang" | "isCiting" | "origin" | "year" | "within" | "currency" | "href"
>;

/** Languages of the last pages: to make formats takes longer than to write a small page with them. */
const known = new LRUCache<string, LanguageLocale>({ max: 32 });

/** @param language tag of a language; without words of its own, the words are English */
export function createLocale(
  language: string,
  origin: string,
  { user = null, lang = null, isCiting = false }: Partial<Pick<PageLocale, "user" | "lang" | "isCiting">> = {},
): PageLocale {
  const base = new URL(origin).pathname.replace(/\/$/, "");
  return {
    ...localeOfLanguage(language),
    user,
    lang,
    isCiting,
    origin,
    year: (value) => value,
    within: (label) => label,
    currency: null,
    // Behind a proxy, the host name and the scheme may be unknown; a path works anyway.
    href: (url) =>
      url.startsWith(`${origin}/`) ? base + url.slice(origin.length) : url.startsWith("/") ? base + url : url,
  };
}

function localeOfLanguage(language: string): LanguageLocale {
  const spoken = codeOfWords(language) ?? "en";
  const words = wordsIn(spoken);
  const found = known.get(language);
  if (found?.words === words) return found;
  const numbers = createNumbers(language);
  const counting = createCounting(spoken, numbers.count);
  const locale = {
    language,
    spoken,
    direction: writingDirection(spoken),
    words,
    fill: createFill(counting),
    fillHtml: createFillHtml(counting),
    numbers,
    dates: createDates(language),
    names: createNames(language),
  };
  known.set(language, locale);
  return locale;
}

/** Return a locale that names years as those of a dataset. */
export function withFiscalYears(locale: PageLocale, fiscal: FiscalYear | null): PageLocale {
  return fiscal === null ? locale : { ...locale, year: (value) => sayPhrase(locale, nameFiscal(fiscal, value)) };
}

/** Return a locale that writes amounts in errors and notes on a file as money. */
export function withCurrency(locale: PageLocale, currency: string | null): PageLocale {
  return { ...locale, currency };
}

/** Return a locale that writes labels of a dataset within sentences as their language does. */
export function withLabels(locale: PageLocale, dataset: DatasetDescription): PageLocale {
  if (keepsCapitals(locale.spoken)) return locale;
  const { languageOf } = textsOfDescribed(dataset, []);
  return { ...locale, within: (label) => withinSentence(label, languageOf(label.trim(), true)) };
}

/** Return the dataset that a page is about; `null` if it is about none or only names it. */
export function datasetOfPage(page: object): DatasetDescription | null {
  const dataset = "dataset" in page ? page.dataset : null;
  return typeof dataset === "object" && dataset !== null && "html_url" in dataset
    ? (dataset as DatasetDescription)
    : null;
}

/** A page that says which fiscal year its years stand for, itself or with the choice of its year, or a page without. */
interface YearlyPage {
  readonly origin: string;
  readonly fiscal?: FiscalYear | null;
  readonly year?: unknown;
}

/** Return the locale of a page, which names years as those of its dataset. */
export function localeOfPage(
  page: YearlyPage,
  language: string,
  additions?: Parameters<typeof createLocale>[2],
): PageLocale {
  const { origin, fiscal, year } = page;
  const dataset = datasetOfPage(page);
  const chosen = typeof year === "object" && year !== null && "fiscal" in year ? (year.fiscal as FiscalYear) : null;
  const locale = withFiscalYears(createLocale(language, origin, additions), fiscal ?? chosen);
  return dataset === null ? locale : withLabels(locale, dataset);
}
