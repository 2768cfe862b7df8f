import type { Dataset } from "../../../store/dataset.js";
import type { KnownFiles, MeasuredVersion } from "../../../store/disk/facts-file.js";
import { LISTED_FILES } from "./bulk-files.js";
import { type FactsStore, measureFile } from "./file-facts.js";

/** Maximum number of entries of a version whose files are measured before its load ends: it takes a moment. */
const MAX_SMALL = 10_000;

/** Measure the files of a small version, and write the facts together; those of others are measured after its load. */
export async function measureSmall({ fileFacts }: FactsStore, dataset: Dataset): Promise<void> {
  if (!isSmall(dataset)) return;
  let measured: { readonly version: MeasuredVersion; readonly files: KnownFiles } | undefined;
  const noting = fileFacts && {
    read: (version: MeasuredVersion) => fileFacts.read(version),
    write: async (version: MeasuredVersion, files: KnownFiles) => {
      measured = { version, files: { ...measured?.files, ...files } };
    },
  };
  // The version is there, whatever fails here.
  for (const extension of LISTED_FILES) await measureFile({ fileFacts: noting }, dataset, extension).catch(() => {});
  if (measured) await fileFacts!.write(measured.version, measured.files);
}

/** True if the files of a version are measured while it is loaded. */
export function isSmall({ engine }: Dataset): boolean {
  return engine.numEntries <= MAX_SMALL;
}
