import { createHash } from "node:crypto";
import type { Answer } from "../../answer.js";
import { nextSecond } from "../../../store/change-time.js";
import type { Loading } from "../../publishing/loads/find-source.js";
import { isOver, type Run } from "../../publishing/loads/run.js";

/** Build an answer about loads. Its version is a hash of its content, which changes all the time while a load runs. */
export function liveAnswer(
  { dataset, private: isPrivate }: Loading,
  runs: readonly Run[],
  value: unknown,
): Omit<Answer, "formats"> & { readonly formats: Pick<Answer["formats"], "json"> } {
  const text = JSON.stringify(value);
  return {
    version: createHash("sha1").update(text).digest("hex"),
    lastModified: lastChange(dataset?.lastModified, runs),
    canonical: "",
    public: !isPrivate,
    formats: { json: async () => ({ chunks: [text] }) },
  };
}

/** Return the time of the last change, rounded up: a client may have read earlier in the same second. */
function lastChange(dataset: Date | undefined, runs: readonly Run[]): Date {
  const changes = runs.map((run) => (isOver(run) && run.ended !== null ? Date.parse(run.ended) : Date.now()));
  return nextSecond(Math.max(dataset?.getTime() ?? 0, ...changes));
}
