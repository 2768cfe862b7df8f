import { createHash } from "node:crypto";
import { type Dataset, type LoadedSource, publicVersions } from "../../../store/dataset.js";
import { withoutVersion } from "../../../store/version-name.js";
import type { CitedVersion } from "../../answer.js";
import { writeDigest } from "../describe/loaded-from.js";

/** Descriptions that were made before: calls follow each other quickly. */
const described = new WeakMap<Dataset, CitedVersion>();

/** Describe the version that an answer about a dataset is about. */
export function citeVersion(dataset: Dataset): CitedVersion {
  const found = described.get(dataset) ?? describe(dataset);
  described.set(dataset, found);
  return found;
}

function describe({ model, number, changed, isFixed, history, sources }: Dataset): CitedVersion {
  const { name, label, doi, licence } = model.dataset;
  const facts = history.find((version) => version.number === number);
  // Everybody may read the answer, but not every version.
  const before = publicVersions({ history }).find((version) => version.number < number);
  return {
    dataset: withoutVersion(name),
    number,
    since: (facts?.since ?? changed).toISOString(),
    isNamed: isFixed,
    latest: history[0]?.number ?? number,
    before: before?.number ?? null,
    label,
    doi,
    licence,
    digest: digestAll(sources),
  };
}

function digestAll(sources: readonly LoadedSource[]): string | null {
  const digests = sources.map(({ content }) => content?.digest);
  if (digests.length === 0 || digests.includes(undefined)) return null;
  const [only] = digests;
  const digest = digests.length === 1 ? only : createHash("sha256").update(digests.join("\n")).digest("hex");
  return writeDigest(digest!);
}
