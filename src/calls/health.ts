import { errorText } from "../core/errors/error-text.js";
import { randomUUID } from "node:crypto";
import { OverCapacity } from "../core/errors/errors.js";
import type { Answer } from "./answer.js";
import type { Context } from "./context.js";
import type { Catalog } from "../store/catalog.js";

/** `GET /healthz`: the liveness check. */
export function showHealth(): Answer {
  return answerNow({ status: "ok" });
}

interface ReadinessContext extends Pick<Context, "ending" | "memoryExcess"> {
  readonly catalog: Pick<Catalog, "health" | "explainFullDisk">;
}

/**
 * `GET /readyz`: the readiness check, with the problems of the data directory, of its disk and of the memory. `degraded`
 * and `read-only` are for the administrator: in both states data can still be read.
 * @throws OverCapacity when the server is shutting down
 */
export async function showReadiness({ catalog, ending, memoryExcess }: ReadinessContext): Promise<Answer> {
  if (ending.aborted) throw new OverCapacity(errorText("server_is_ending"));
  const { status, reasons } = catalog.health;
  const full = await catalog.explainFullDisk();
  const excess = memoryExcess?.();
  const now = [
    ...(full === null ? [] : [full]),
    ...(excess === undefined ? [] : [errorText("memory_above_limit", { excess })]),
  ];
  if (now.length === 0) return answerNow({ status, reasons });
  return answerNow({ status: status === "ok" ? "degraded" : status, reasons: [...now, ...reasons] });
}

/** Answer with a value that is only valid now and must not be cached. */
function answerNow(value: object): Answer {
  return {
    version: randomUUID(),
    lastModified: null,
    canonical: "now",
    public: false,
    formats: { json: async () => ({ chunks: [JSON.stringify(value)] }) },
  };
}
