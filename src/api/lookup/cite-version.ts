import type { Dataset } from "../../store/dataset.js";
import { withoutVersion } from "../../store/version-name.js";
import type { CitedVersion } from "../answer.js";

/** Describe the version that an answer about a dataset is about. */
export function citeVersion({ model, number, changed, isFixed, history }: Dataset): CitedVersion {
  const facts = history.find((version) => version.number === number);
  // Everybody may read the answer, but not every version.
  const before = history.find((version) => version.number < number && version.isKept && !version.isWithheld);
  return {
    dataset: withoutVersion(model.dataset.name),
    number,
    since: (facts?.since ?? changed).toISOString(),
    isNamed: isFixed,
    latest: history[0]?.number ?? number,
    before: before?.number ?? null,
  };
}
