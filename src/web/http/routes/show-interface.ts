import type { Answer } from "../../../calls/answer.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import type { Feature } from "./feature.js";
import { makeDocument } from "../openapi/document.js";

/** `GET /openapi`: return the OpenAPI document of the interface. */
export function showInterface(
  routes: readonly DescribedRoute[],
  features: readonly Feature[],
  version: string,
  origin: string,
): Answer {
  return {
    version,
    lastModified: STARTED,
    canonical: "",
    public: true,
    formats: { json: async () => ({ chunks: [JSON.stringify(makeDocument(routes, features, version, origin))] }) },
  };
}

/** Modification time of the document, which depends on the program only. */
const STARTED = new Date();
