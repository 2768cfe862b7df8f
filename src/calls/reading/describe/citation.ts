import { createHash } from "node:crypto";
import type { CitedVersion } from "../../answer.js";
import { described, ID_SCHEMA, object, orNull, TEXT, URL, type ValueOf } from "../../schema.js";
import { LICENCE_SCHEMA } from "./describe-dataset.js";

/** A citation of a version, or of an answer about one. */
export const CITATION_SCHEMA = object({
  url: described(URL, "Where the answer stays the same."),
  text: TEXT,
  version: ID_SCHEMA,
  digest: described(
    orNull(TEXT),
    "`sha-256:` and the digest of the file, or of the list of digests if there are several; `null` if not known.",
  ),
  licence: LICENCE_SCHEMA,
});

export type Citation = ValueOf<typeof CITATION_SCHEMA>;

/** Describe how a version, or an answer about one, is cited. @param url address that always has the same answer */
export function describeCitation(cited: CitedVersion, url: string): Citation {
  const { number: version, digest, licence } = cited;
  return { url, text: citationText(cited, url), version, digest, licence };
}

/** Write the sentence by which a version is cited. */
export function citationText({ label, number, since, doi, licence, adjusted }: CitedVersion, url: string): string {
  const addresses = [...(doi === null ? [] : [`https://doi.org/${doi}`]), url];
  const end = licence === null ? "" : ` ${licence.name}.`;
  const series = (adjusted?.series ?? []).map(
    (each) => `${each.label}, version ${each.number}${each.licence ? ` (${each.licence.name})` : ""}`,
  );
  const by = series.length === 0 ? "" : ` Adjusted by ${series.join("; ")}.`;
  return `${label}, version ${number} of ${since.slice(0, 10)}, ${addresses.join(", ")}.${end}${by}`;
}

/**
 * Describe a version as CSL-JSON: a list with one item.
 * @param url of the version, or of an amount
 * @param figure the amount, with what it is; default: the version as a whole
 */
export function describeCsl(
  { dataset, label, number, since, doi, licence }: CitedVersion,
  url: string,
  figure?: string,
): readonly object[] {
  return [
    {
      id: `${dataset}@${number}${figure === undefined ? "" : `-${digestOf(url)}`}`,
      type: "dataset",
      title: figure ?? label,
      ...(figure !== undefined && { "container-title": label }),
      version: String(number),
      issued: { "date-parts": [since.slice(0, 10).split("-").map(Number)] },
      URL: url,
      ...(doi !== null && { DOI: doi }),
      ...(licence !== null && { note: licence.name }),
    },
  ];
}

/** Write a version, or an amount of it, as BibTeX, with the parameters of `describeCsl`. */
export function writeBibtex(
  { dataset, label, number, since, doi, licence }: CitedVersion,
  url: string,
  figure?: string,
): string {
  const fields = [
    ["title", `{${escapeTex(figure ?? label)}}`],
    ...(figure === undefined ? [] : [["howpublished", escapeTex(label)]]),
    ["year", since.slice(0, 4)],
    ["month", String(Number(since.slice(5, 7)))],
    ["version", String(number)],
    ["url", url],
    ...(doi === null ? [] : [["doi", doi]]),
    ...(licence === null ? [] : [["note", escapeTex(licence.name)]]),
  ];
  const key = `${dataset}-${number}${figure === undefined ? "" : `-${digestOf(url)}`}`;
  return `@misc{${key},\n${fields.map(([key, value]) => `  ${key} = {${value}},\n`).join("")}}\n`;
}

/** Tell the addresses of one version apart in the keys of its citations. */
function digestOf(url: string): string {
  return createHash("sha256").update(url).digest("hex").slice(0, 8);
}

const TEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

/** Escape text for TeX. */
function escapeTex(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\~^{}%&$#_]/g, (character) => TEX[character] ?? `\\${character}`);
}
