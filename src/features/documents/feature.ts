import { segmentOf } from "../../calls/reading-call.js";
import type { Feature } from "../../web/http/routes/feature.js";
import { showDocument, showDocuments } from "./documents-page.js";
import { documentPage, documentsPage } from "./draw-documents.js";

const SAMPLES = { "/docs": ["/docs", "/docs?q=key"], "/docs/{file}": ["/docs/publishing"] };

/** The documents of the running version, as pages. */
export const DOCUMENTS: Feature = {
  name: "documents",
  foot: { label: ({ frame }) => frame.documents, path: "/docs" },
  samples: SAMPLES,
  leakRows: (secret) => ({
    "GET /docs": { open: [`/docs?q=${secret}`] },
    "GET /docs/{file}": { open: ["/docs/publishing"] },
  }),
  makeRoutes: () => [],
  pages: [
    {
      path: "/docs",
      formats: ["html"],
      about: {
        id: "showDocuments",
        tag: "Pages",
        summary: "List the documents of this version, and find in them",
        details: "The documents that came with the program, as pages.",
        parameters: [
          {
            name: "q",
            description: "Words, all of which occur in a section. The sections are listed instead of the documents.",
            schema: { type: "string" },
          },
        ],
        samples: SAMPLES["/docs"],
      },
      call: (_, { parameters, origin }) => showDocuments(parameters, origin),
      drawings: { "feature documents": documentsPage },
    },
    {
      path: "/docs/{file}",
      formats: ["html"],
      about: {
        id: "showDocument",
        tag: "Pages",
        summary: "Show a document of this version",
        details: "As the list of documents names it.",
        parameters: [],
        samples: SAMPLES["/docs/{file}"],
      },
      call: (_, input) => showDocument(segmentOf(input, "file"), input.origin),
      drawings: { "feature document": documentPage },
    },
  ],
};
