import type { CitedVersion } from "../../../calls/answer.js";
import { datasetUrl, numberedUrl } from "../../../calls/reading/describe/links.js";
import { enumerate } from "./enumerate.js";
import { html, type Html } from "./html.js";
import { isolate } from "./isolate.js";
import { inLanguage } from "./query.js";
import type { PageLocale } from "./page-locale.js";

/** Endings of the files with a citation. */
export type CitationSuffix = ".json" | ".bib";

/** Place that a citation is of. */
export interface CitedPlace {
  /** Title of the page. */
  readonly title: string;
  /** Address that a citation leads to. */
  readonly address: string;
  readonly state?: string;
  /** Name of the only amount that the page is of, and all its digits. */
  readonly figure?: string | null;
  /** Path of the citations of the page in files below that of the version, with a query; default: those of the version. */
  readonly citationFile?: (suffix: CitationSuffix) => string;
}

/** Write how a page is cited: the sentence, with its title and the address that stays the same, and the files. */
export function citeThis(locale: PageLocale, place: CitedPlace, cited: CitedVersion): Html {
  const { address, state, figure = null, citationFile } = place;
  const { dataset, number } = cited;
  const version = numberedUrl(locale.origin, dataset, number);
  const words = locale.words.frame.cite;
  const name = nameCited(locale, place, cited);
  const file = name === null || !citationFile ? fileOfVersion : citationFile;
  return html`<section class="cite" aria-labelledby="cite">
    <h2 id="cite">${words.title}</h2>
    ${
      figure === null
        ? null
        : html`<p>
            <b><bdi>${figure}</bdi></b>
          </p> `
    }
    <p>${writeCitation(locale, name, cited, permanentAddress(locale, address, cited))}</p>
    <p>
      <a href="${locale.href(version + file(".json"))}" data-plain="">${words.csl}</a> ·
      <a href="${locale.href(version + file(".bib"))}" data-plain="">${words.bibtex}</a> ·
      <a href="${locale.href(`/${dataset}/meta/versions`)}">${words.versions}</a>
      ${state === undefined || locale.isCiting ? null : html`· <a href="${hrefToCite(locale, state)}">${words.cells}</a>`}
    </p>
  </section>`;
}

/** Name what is cited: the page, with its dataset. @returns `null` if it is the dataset as a whole */
export function nameCited(
  { words, fill, origin }: PageLocale,
  { title, address }: CitedPlace,
  { dataset, label }: CitedVersion,
): string | null {
  const base = datasetUrl(origin, dataset);
  if (title === label || (address.startsWith(base) && /^(?:@\d+)?$/.test(address.slice(base.length)))) return null;
  return title.includes(label) ? title : fill(words.explore.ofDataset, { title, dataset: isolate(label) });
}

function fileOfVersion(suffix: CitationSuffix): string {
  return `/meta/citation${suffix}`;
}

/** Return the address of a page whose amounts lead to their citations. */
function hrefToCite(locale: PageLocale, state: string): string {
  return `${locale.href(state)}${state.includes("?") ? "&" : "?"}cite=true`;
}

/** Say that each amount of a page leads to its citation, with a way back. @returns `null` unless it does */
export function sayChoose(locale: PageLocale, { state }: Pick<CitedPlace, "state">): Html | null {
  if (state === undefined || !locale.isCiting) return null;
  const back = locale.href(state);
  return html`<p class="band">
    ${locale.fillHtml(locale.words.frame.cite.choose, { done: (inner) => html`<a href="${back}">${inner}</a>` })}
  </p>`;
}

/** Return the address at which a page stays the same: that of the version. @param address of the page with its state */
export function permanentAddress(
  { origin, lang }: PageLocale,
  address: string,
  { dataset, number }: Pick<CitedVersion, "dataset" | "number">,
): string {
  const base = datasetUrl(origin, dataset);
  const path = address.startsWith(base) ? address.slice(base.length).replace(/^@\d+/, "") : "";
  return inLanguage(numberedUrl(origin, dataset, number) + path, lang);
}

/**
 * Write the sentence by which a version, or a page of it, is cited; of the version in English it is that of JSON.
 * @param name of the page, with the dataset; `null` for the version
 * @param url that stays the same
 */
export function writeCitation(
  { words, fill, fillHtml, direction }: PageLocale,
  name: string | null,
  { label, number, since, doi, licence }: CitedVersion,
  url: string,
): Html {
  const { sentence, sentenceWithLicence } = words.frame.cite;
  const addresses = enumerate({ words, fill }, [...(doi === null ? [] : [`https://doi.org/${doi}`]), url]);
  const day = since.slice(0, 10);
  const values = {
    // A title is a sentence of the page, in which names are isolated already.
    dataset: name === null ? html`<bdi>${label}</bdi>` : html`<span>${name}</span>`,
    number: String(number),
    // Between Arabic letters the parts of a date would turn round.
    day: direction === "rtl" ? html`<bdi dir="ltr">${day}</bdi>` : day,
    addresses: direction === "rtl" ? html`<bdi dir="ltr">${addresses}</bdi>` : addresses,
  };
  return licence === null
    ? fillHtml(sentence, values)
    : fillHtml(sentenceWithLicence, { ...values, licence: html`<bdi>${licence.name}</bdi>` });
}
