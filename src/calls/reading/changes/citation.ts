import type { Actor } from "../../../access/actor.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Answer } from "../../answer.js";
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
export function showCitation(context: Context, actor: Actor, name: string, origin: string): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const cited = citeVersion(dataset);
  const url = numberedUrl(origin, cited.dataset, cited.number);
  const filename = `${cited.dataset}-${cited.number}`;
  return {
    ...datasetAnswer(context, dataset),
    // Its label and licence can be edited.
    lasts: false,
    formats: {
      json: async () => ({ chunks: [JSON.stringify(describeCsl(cited, url))] }),
      bib: async () => ({ chunks: [writeBibtex(cited, url)], filename: downloadName(filename, "bib") }),
    },
  };
}
