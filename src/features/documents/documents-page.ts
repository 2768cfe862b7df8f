import { errorText } from "../../core/errors/error-text.js";
import type { Resource } from "../../calls/answer.js";
import type { FeaturePage } from "../../calls/page-place.js";
import { NotFound } from "../../core/errors/errors.js";
import type { Parameters } from "../../core/query/parameters.js";
import {
  documentsVersion,
  findSections,
  type FoundSection,
  readDocuments,
  type ShippedDocument,
} from "./shipped-documents.js";

/** The list of documents, or the sections in which words were found. */
export interface DocumentsPage extends FeaturePage {
  readonly kind: "feature documents";
  readonly documents: readonly ShippedDocument[];
  readonly q: string;
  /** `null` where nothing is searched. */
  readonly found: readonly FoundSection[] | null;
}

/** One document. */
export interface DocumentPage extends FeaturePage {
  readonly kind: "feature document";
  readonly document: ShippedDocument;
}

/** `GET /docs`: the documents of this version, and with `q` the sections that have all its words. */
export function showDocuments(parameters: Parameters, origin: string): Resource<DocumentsPage> {
  const q = parameters.get("q") ?? "";
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return documentResource(["documents", q], async () => ({
    kind: "feature documents",
    origin,
    url: `${origin}/docs`,
    query: "",
    alternates: [],
    documents: readDocuments(),
    q,
    found: words.length === 0 ? null : findSections(words),
  }));
}

/** `GET /docs/{file}`. @throws NotFound that leads to the list */
export function showDocument(name: string, origin: string): Resource<DocumentPage> {
  const document = readDocuments().find((each) => each.name === name);
  if (document === undefined) throw new NotFound(errorText("unknown_document", { name }));
  const url = `${origin}/docs/${name}`;
  return documentResource(["document", name], async () => ({
    kind: "feature document",
    origin,
    url,
    query: "",
    alternates: [],
    document,
  }));
}

function documentResource<Page>(canonical: readonly string[], page: () => Promise<Page>): Resource<Page> {
  const { digest, lastModified } = documentsVersion();
  return { version: digest, lastModified, canonical: JSON.stringify(canonical), public: true, formats: {}, page };
}
