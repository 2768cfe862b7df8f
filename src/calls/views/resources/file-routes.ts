import { datasetOf, type ReadingCall } from "../../reading-call.js";
import { showDataPackage, showFile } from "./bulk-files.js";
import { BULK_FILES, type BulkExtension, formatOfFile } from "../../reading/entries/bulk-files.js";
import type { ExportFormat } from "../../formats.js";
import type { RouteDescription } from "../../route-description.js";
import { ANY_OBJECT, arrayOf, described, object, TEXT, URL } from "../../schema.js";

const SHOW_DATA_PACKAGE: RouteDescription = {
  id: "showDataPackage",
  tag: "Resources",
  summary: "Describe the files of a dataset as a Data Package, which can be loaded with the same ids and totals",
  details:
    "The package names the files with all entries, with their sizes and digests, and has the model: `load --package` loads it as the same dataset. `Range` requests a part of it.",
  isFile: true,
  json: {
    ...object({
      name: TEXT,
      title: TEXT,
      homepage: URL,
      version: described(TEXT, "Number of the version of the dataset."),
      resources: described(
        arrayOf(ANY_OBJECT),
        "The files, with `bytes` and `hash`. The first is CSV, with its Table Schema.",
      ),
      "spendcube:model": described(ANY_OBJECT, "The model by which the CSV file is loaded."),
    }),
    additionalProperties: true,
  },
};

const BODIES: Readonly<Record<ExportFormat, string>> = {
  csv: "A header, then a record for each entry. Texts are unchanged: formulas are not disarmed.",
  ndjson: "An object for each entry, on a line of its own.",
  parquet: "A Parquet file with row groups of 65,536 entries; measures are decimals of 38 digits.",
  arrow: "An Arrow IPC stream; texts that recur have dictionaries, measures are decimals.",
};

/** Describe the download of a file with all entries. */
function describeDownload(extension: BulkExtension): RouteDescription {
  const { format, isZipped } = BULK_FILES[extension];
  const words = extension.split(".").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    id: `downloadEntries${words.join("")}`,
    tag: "Resources",
    summary: `Download all entries of a dataset, with all digits of amounts (.${extension})`,
    details:
      "It has `Repr-Digest`, and `Range` requests a part of it (206, or 416 without such a part). Files of versions, as `town@3`, never change.",
    bodies: isZipped ? { gz: `${BODIES[format]} As gzip.` } : { [format]: BODIES[format] },
    isFile: true,
  };
}

/** Calls of files with all entries. */
export const FILE_CALLS: readonly ReadingCall<never>[] = [
  {
    path: "/{dataset}/meta/datapackage.json",
    formats: ["json"],
    about: SHOW_DATA_PACKAGE,
    call: (context, input) => showDataPackage(context, input.actor, datasetOf(input), input.origin, input.cancel),
  },
  ...(Object.keys(BULK_FILES) as BulkExtension[]).map((extension): ReadingCall<never> => ({
    path: `/{dataset}/meta/entries.${extension}`,
    formats: [formatOfFile(extension)],
    about: describeDownload(extension),
    call: (context, input) => showFile(context, input.actor, datasetOf(input), extension, input.cancel),
  })),
];
