import type { CitedVersion } from "../../../calls/answer.js";
import { datasetUrl, numberedUrl } from "../../../calls/reading/describe/links.js";
import { enumerate } from "./enumerate.js";
import { html, type Html } from "./html.js";
import { inLanguage } from "./query.js";
import type { PageLocale } from "./page-locale.js";

/** An amount to be cited. */
export interface CitedFigure {
  /** Name of the amount, and all its digits. */
  readonly text: string;
  /** Path of its citations in files below that of the version, with a query. */
  readonly file: (suffix: ".json" | ".bib") => string;
}

/** Place that a citation is of. */
interface CitedPlace {
  /** Address that a citation leads to. */
  readonly address: string;
  readonly state?: string;
  readonly figure?: CitedFigure | null;
}

/** Write how the figures of a page are cited: the sentence, with the address that stays the same, and the files. */
export function citeThis(locale: PageLocale, { address, state, figure = null }: CitedPlace, cited: CitedVersion): Html {
  const { dataset, number } = cited;
  const version = numberedUrl(locale.origin, dataset, number);
  const words = locale.words.frame.cite;
  const file = figure?.file ?? ((suffix) => `/meta/citation${suffix}`);
  return html`<section class="cite" aria-labelledby="cite">
    <h2 id="cite">${words.title}</h2>
    ${
      figure === null
        ? null
        : html`<p>
            <b><bdi>${figure.text}</bdi></b>
          </p> `
    }
    <p>${writeCitation(locale, cited, permanentAddress(locale, address, cited))}</p>
    <p>
      <a href="${locale.href(version + file(".json"))}" data-plain="">${words.csl}</a> ·
      <a href="${locale.href(version + file(".bib"))}" data-plain="">${words.bibtex}</a> ·
      <a href="${locale.href(`/${dataset}/meta/versions`)}">${words.versions}</a>
      ${state === undefined || locale.isCiting ? null : html`· <a href="${hrefToCite(locale, state)}">${words.cells}</a>`}
    </p>
  </section>`;
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

/** Write the sentence by which a version is cited; in English it is that of JSON. @param url that stays the same */
export function writeCitation(
  { words, fill, fillHtml, direction }: PageLocale,
  { label, number, since, doi, licence }: CitedVersion,
  url: string,
): Html {
  const { sentence, sentenceWithLicence } = words.frame.cite;
  const addresses = enumerate({ words, fill }, [...(doi === null ? [] : [`https://doi.org/${doi}`]), url]);
  const day = since.slice(0, 10);
  const values = {
    dataset: html`<bdi>${label}</bdi>`,
    number: String(number),
    // Between Arabic letters the parts of a date would turn round.
    day: direction === "rtl" ? html`<bdi dir="ltr">${day}</bdi>` : day,
    addresses: direction === "rtl" ? html`<bdi dir="ltr">${addresses}</bdi>` : addresses,
  };
  return licence === null
    ? fillHtml(sentence, values)
    : fillHtml(sentenceWithLicence, { ...values, licence: html`<bdi>${licence.name}</bdi>` });
}
