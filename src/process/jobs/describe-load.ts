import type { TableLoad } from "../../sources/ingest/table-loader.js";
import type { LoadJob } from "./messages.js";

/** Describe a load as data for a thread. @param directory of the thread's temporary files */
export function describeLoadJob(load: TableLoad, directory: string, storage: LoadJob["storage"]): LoadJob {
  const {
    model,
    sourceId,
    source,
    download,
    skipInvalid,
    unique = false,
    known = null,
    onProgress,
    copyTo,
    corrects,
  } = load;
  return {
    kind: "load",
    document: JSON.stringify(model.document),
    layout: model.layout,
    sourceId,
    source,
    download: { ...download, directory },
    skipInvalid,
    unique,
    known,
    copyTo,
    corrects,
    watched: onProgress !== undefined,
    storage,
  };
}
