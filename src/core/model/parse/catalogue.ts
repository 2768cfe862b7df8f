import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { isWebAddress } from "../values/web-address.js";
import type { CatalogueMetadata, DataContact, Publisher } from "../cube.js";
import { didYouMean } from "../nearest.js";
import { FREQUENCIES, THEMES } from "./catalogue-codes.js";
import { asSection, error, filledTextAt, given, pathOf, quoted, textsAt, type Section } from "./section.js";

/** Read what catalogues say of a dataset beside its other metadata; `null` if nothing of it is given. */
export function readCatalogue(section: Section): CatalogueMetadata | null {
  const read: CatalogueMetadata = {
    publisher: readPublisher(section),
    contact: readContact(section),
    keywords: readKeywords(section),
    themes: readThemes(section),
    frequency: readFrequency(section),
  };
  const isGiven = Object.values(read).some((value) => value !== null && !(Array.isArray(value) && value.length === 0));
  return isGiven ? read : null;
}

/** Read a publisher: a name, or an object with its name and its address. */
function readPublisher(section: Section): Publisher | null {
  const written = given(section, "publisher");
  if (written === undefined) return null;
  if (typeof written === "string") return written.trim() === "" ? null : { name: written.trim(), url: null };
  const publisher = asSection(written, pathOf(section, "publisher"), section.errors);
  if (!publisher) return null;
  const url = readAddress(publisher);
  const name = filledTextAt(publisher, "name")?.trim() ?? url;
  return name === null ? null : { name, url };
}

/** Read whom to ask: an e-mail address, a web address, or an object with a name and these. */
function readContact(section: Section): DataContact | null {
  const written = given(section, "contact");
  if (written === undefined) return null;
  if (typeof written === "string") {
    const text = written.trim().replace(/^mailto:/i, "");
    if (text === "") return null;
    if (isEmail(text)) return { name: null, email: text, url: null };
    if (isWebAddress(text)) return { name: null, email: null, url: text };
    error(section, "contact", errorText("not_a_contact_address", { value: quoted(text), contact: CONTACT }));
    return null;
  }
  const contact = asSection(written, pathOf(section, "contact"), section.errors);
  if (!contact) return null;
  const email =
    filledTextAt(contact, "email")
      ?.trim()
      .replace(/^mailto:/i, "") ?? null;
  if (email !== null && !isEmail(email))
    error(contact, "email", errorText("not_an_email_address", { email: quoted(email), contact: CONTACT }));
  const url = readAddress(contact);
  const name = filledTextAt(contact, "name")?.trim() ?? null;
  return name === null && email === null && url === null ? null : { name, email, url };
}

const CONTACT = phraseText("write_contact");

function readAddress(section: Section): string | null {
  const url = filledTextAt(section, "url")?.trim() ?? null;
  if (url !== null && !isWebAddress(url)) {
    error(section, "url", errorText("not_web_address", { url: quoted(url) }));
  }
  return url;
}

function readKeywords(section: Section): readonly string[] {
  const texts = (textsAt(section, "keywords") ?? []).map((text) => text.trim());
  return [...new Set(texts.filter((text) => text !== ""))];
}

function readThemes(section: Section): readonly string[] {
  const known = [...THEMES.keys()];
  const codes = (textsAt(section, "themes") ?? []).map((text) => text.trim().toUpperCase());
  for (const code of codes) {
    if (THEMES.has(code)) continue;
    error(
      section,
      "themes",
      errorText("not_theme", { code: quoted(code), remedy: didYouMean(code, known) || `; known: ${known.join(", ")}` }),
    );
  }
  return [...new Set(codes.filter((code) => THEMES.has(code)))];
}

/** Read how often the data is published. @returns the code of the European Union for it */
function readFrequency(section: Section): string | null {
  const text = filledTextAt(section, "frequency")?.trim().toLowerCase();
  if (text === undefined) return null;
  const found = [...FREQUENCIES].find(([word, code]) => word === text || code.toLowerCase() === text);
  if (found) return found[1];
  const words = [...FREQUENCIES.keys()];
  error(
    section,
    "frequency",
    errorText("not_known_word", {
      value: quoted(text),
      remedy: didYouMean(text, words) || `; known: ${words.join(", ")}`,
    }),
  );
  return null;
}

function isEmail(text: string): boolean {
  return /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text);
}
