import { randomUUID } from "node:crypto";
import { OverCapacity } from "../errors/errors.js";
import type { Answer } from "./answer.js";
import type { Context } from "./context.js";

/** `GET /healthz`: whether the process answers at all. */
export function showHealth(): Answer {
  return answerNow({ status: "ok" });
}

/**
 * `GET /readyz`: whether there is data to be read, and what is wrong with the data directory. Older data and data that
 * cannot be changed can be read all the same: `degraded` and `read-only` are for those who look after the server.
 * @throws OverCapacity when the server is about to end, and requests should be sent elsewhere
 */
export function showReadiness({ catalog, ending }: Context): Answer {
  if (ending.aborted) throw new OverCapacity("The server is about to end; send requests elsewhere");
  return answerNow(catalog.health);
}

/** What is true at this moment only, and nobody may keep. */
function answerNow(value: object): Answer {
  return {
    version: randomUUID(),
    lastModified: null,
    canonical: "now",
    public: false,
    forms: { json: async () => ({ chunks: [JSON.stringify(value)] }) },
  };
}
