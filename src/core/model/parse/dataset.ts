import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { type TextsByLanguage } from "../translations.js";
import { isWebAddress } from "../values/web-address.js";
import { currencyCode, languageCode, territoryCode, type Code } from "./codes.js";
import type { Category, DatasetMetadata, Licence } from "../cube.js";
import { readCatalogue } from "./catalogue.js";
import { datasetNameError } from "./names.js";
import { didYouMean } from "../nearest.js";
import { readSeriesMeaning, readTableKind } from "./series.js";
import {
  asSection,
  error,
  filledTextAt,
  given,
  isObject,
  pathOf,
  quoted,
  textAt,
  textsAt,
  type Section,
} from "./section.js";

export const CATEGORIES: readonly Category[] = ["budget", "spending", "other"];

/** Read the dataset's metadata. Errors are reported; recommended keys that are missing give warnings. */
export function readDataset(section: Section, warnings: string[]): DatasetMetadata {
  const name = textAt(section, "name");
  const label = filledTextAt(section, "label");
  const description = textAt(section, "description") ?? null;
  const currency = readCode(section, "currency", currencyCode);
  checkNameAndLabel(section, name, label);
  const catalogue = readCatalogue(section);
  checkDescription(description, warnings);
  const kind = readTableKind(section);
  const series = readSeriesMeaning(section, warnings);
  if (kind && series)
    error(section, "series", errorText("kind_and_series", { detail: kind === "labels" ? "table of labels" : kind }));
  return {
    name: name ?? "",
    label: label ?? "",
    description,
    // Only money has a currency; that of a rate may be its base.
    currency: kind || (series && series.kind !== "flow") ? null : currency,
    category: readCategory(section),
    defaultTime: readDefaultTime(section),
    languages: readCodes(section, "languages", languageCode),
    territories: readCodes(section, "territories", territoryCode),
    licence: readLicence(section),
    doi: readDoi(section),
    serpTitle: filledTextAt(section, "serp_title") ?? null,
    serpTeaser: filledTextAt(section, "serp_teaser") ?? null,
    ...readTexts(section, "labels"),
    ...readTexts(section, "descriptions"),
    ...(catalogue && { catalogue }),
    ...(kind && { kind }),
    ...(series && { series: series.kind === "rate" ? { ...series, stated: currency } : series }),
  };
}

/** Read texts by language. What is no text or has no code of a language is left out: earlier versions loaded such models. */
function readTexts<Key extends "labels" | "descriptions">(
  section: Section,
  key: Key,
): Partial<Record<Key, TextsByLanguage>> {
  const written = given(section, key);
  const texts = isObject(written) ? Object.entries(written) : [];
  const read = texts.flatMap(([code, text]) => {
    const isText = typeof text === "string" && text.trim() !== "" && "code" in languageCode(code);
    return isText ? [[code, text.trim()] as const] : [];
  });
  return read.length === 0 ? {} : ({ [key]: Object.fromEntries(read) } as Record<Key, TextsByLanguage>);
}

/** Minimum characters of a description for search engines of datasets. */
const MIN_DESCRIPTION = 50;

function checkDescription(description: string | null, warnings: string[]): void {
  const { length } = [...(description?.trim() ?? "")];
  if (length >= MIN_DESCRIPTION) return;
  warnings.push(`dataset.description: ${describeLack(length)}`);
}

function describeLack(length: number): string {
  if (length === 0) return errorText("description_missing");
  const minimum = MIN_DESCRIPTION;
  return length === 1
    ? errorText("description_of_one_character", { minimum })
    : errorText("description_short", { length, minimum });
}

function checkNameAndLabel(section: Section, name: string | undefined, label: string | undefined): void {
  if (name === undefined) {
    if (given(section, "name") === undefined) error(section, "name", errorText("dataset_name_missing"));
  } else {
    const reason = datasetNameError(name);
    if (reason !== null) error(section, "name", `${quoted(name)} ${reason}`);
  }
  const written = given(section, "label");
  if (label === undefined && (written === undefined || typeof written === "string")) {
    error(section, "label", errorText("dataset_label_missing"));
  }
}

function readCategory(section: Section): Category | null {
  const text = filledTextAt(section, "category");
  const category = CATEGORIES.find((known) => known === text);
  if (text !== undefined && category === undefined) {
    const remedy =
      didYouMean(text, CATEGORIES) || phraseText("write_known", { known: '"budget", "spending" or "other"' });
    error(section, "category", errorText("not_category", { value: quoted(text), remedy }));
  }
  return category ?? null;
}

/** Read the default time, which may be a text or a number, as years are often written. */
function readDefaultTime(section: Section): string | null {
  const value = given(section, "default_time");
  return typeof value === "number" ? String(value) : (filledTextAt(section, "default_time") ?? null);
}

function readCode(section: Section, key: string, codeOf: (text: string) => Code): string | null {
  const text = textAt(section, key);
  return text === undefined ? null : checkedCode(section, key, text, codeOf);
}

/** Read a list of codes, without duplicates. */
function readCodes(section: Section, key: string, codeOf: (text: string) => Code): readonly string[] {
  const texts = [...new Set(textsAt(section, key))];
  const codes = texts.map((text) => checkedCode(section, key, text, codeOf));
  return [...new Set(codes.filter((code) => code !== null))];
}

function checkedCode(section: Section, key: string, text: string, codeOf: (text: string) => Code): string | null {
  const found = codeOf(text);
  if ("code" in found) return found.code;
  error(section, key, errorText("not_a_known_code", { value: quoted(text), remedy: found.remedy }));
  return null;
}

/**
 * Read a licence: a name, a URL, or an object with both. The URL becomes a link, so only http and https are allowed.
 */
function readLicence(section: Section): Licence | null {
  const written = given(section, "licence");
  if (written === undefined) return null;
  if (typeof written === "string") {
    const name = written.trim();
    return name === "" ? null : { name, url: isWebAddress(name) ? name : null };
  }
  const licence = asSection(written, pathOf(section, "licence"), section.errors);
  if (!licence) return null;
  const url = filledTextAt(licence, "url")?.trim() ?? null;
  if (url !== null && !isWebAddress(url)) {
    error(licence, "url", errorText("not_web_address", { url: quoted(url) }));
  }
  const name = filledTextAt(licence, "name")?.trim() ?? url;
  return name === null ? null : { name, url };
}

const DOI_PREFIX = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)\s*/i;

/** Read a text as a DOI, with or without the address before it. @returns `null` if it is none */
function parseDoi(text: string): string | null {
  const doi = text.trim().replace(DOI_PREFIX, "");
  return /^10\.\d{4,9}\/[^\s"<>{}]+$/.test(doi) ? doi : null;
}

function readDoi(section: Section): string | null {
  const text = filledTextAt(section, "doi");
  const doi = text === undefined ? null : parseDoi(text);
  if (text !== undefined && doi === null) {
    error(section, "doi", errorText("not_doi", { value: quoted(text) }));
  }
  return doi;
}
