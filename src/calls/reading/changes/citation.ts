import type { Actor } from "../../../access/actor.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Answer, CitedVersion } from "../../answer.js";
import type { Context } from "../../context.js";
import { downloadName } from "../../formats.js";
import { describeCsl, writeBibtex } from "../describe/citation.js";
import { numberedUrl } from "../describe/links.js";
import { citeVersion } from "../lookup/cite-version.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { findDataset } from "../lookup/find-dataset.js";

/** Formats of the citation beside JSON, and what a body has in each. */
export const CITATION_BODIES = { bib: "The same as BibTeX." } as const;

/** `GET /{dataset}/meta/citation`: the citation of a version, for reference managers. */
export function showCitation(context: Context, actor: Actor, named: string, origin: string): Answer {
  const dataset = findDataset(context, actor, named, NotFound);
  const cited = citeVersion(dataset);
  const url = numberedUrl(origin, cited.dataset, cited.number);
  const name = `${cited.dataset}-${cited.number}`;
  return {
    ...datasetAnswer(context, dataset),
    // Its label and licence can be edited.
    lasts: false,
    formats: citationFormats(cited, async () => ({ url, name })),
  };
}

/** Facts of a citation beside its version. */
export interface CitedState {
  /** The address that stays the same. */
  readonly url: string;
  /** Name of a file, without its ending. */
  readonly name: string;
  /** The figure or the part that is cited; absent for the whole version. */
  readonly text?: string;
}

/** Return the formats of a citation. */
export function citationFormats(cited: CitedVersion, read: () => Promise<CitedState>): Answer["formats"] {
  return {
    json: async () => {
      const { url, text } = await read();
      return { chunks: [JSON.stringify(describeCsl(cited, url, text))] };
    },
    bib: async () => {
      const { url, name, text } = await read();
      return { chunks: [writeBibtex(cited, url, text)], filename: downloadName(name, "bib") };
    },
  };
}
