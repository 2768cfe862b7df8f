import { randomUUID } from "node:crypto";
import { OverCapacity } from "../errors/errors.js";
import type { Answer } from "./answer.js";
import type { Context } from "./context.js";

/** `GET /healthz`: the liveness check. */
export function showHealth(): Answer {
  return answerNow({ status: "ok" });
}

/**
 * `GET /readyz`: the readiness check, with the problems of the data directory. `degraded` and `read-only` are for the
 * administrator: in both states data can still be read.
 * @throws OverCapacity when the server is shutting down
 */
export function showReadiness({ catalog, ending }: Context): Answer {
  if (ending.aborted) throw new OverCapacity("The server is about to end; send requests elsewhere");
  return answerNow(catalog.health);
}

/** Answer with a value that is only valid now and must not be cached. */
function answerNow(value: object): Answer {
  return {
    version: randomUUID(),
    lastModified: null,
    canonical: "now",
    public: false,
    forms: { json: async () => ({ chunks: [JSON.stringify(value)] }) },
  };
}
