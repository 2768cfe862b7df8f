import type { RecordReader } from "#src/sources/ingest/read-record.js";

/** A source whose file is kept. */
export const KEPT_SOURCE = {
  id: 1,
  url: "/town.csv",
  loaded: new Date(),
  content: { digest: "0".repeat(64), etag: null, lastModified: null, rejected: false, kept: true },
} as const;

/** Reads the same record of every file. */
export const SAMPLE_RECORDS: RecordReader = {
  readRecord: async () => ({ columns: ["paid", "region"], cells: ["1", ""], line: 4 }),
};

/** Requests about sources, runs and entries, by the path of their route. */
export const SOURCE_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/{dataset}/sources": ["/town/sources", "/bare/sources"],
  "/{dataset}/sources/{source}": ["/town/sources/1"],
  "/{dataset}/sources/{source}/rows/{row}": [
    "/town/sources/1/rows/3",
    "/town/sources/1/rows/3?cite=true",
    `/town/sources/1/rows/3?entry=${"a".padStart(40, "0")}`,
  ],
  "/{dataset}/sources/{source}/runs": ["/town/sources/1/runs"],
  "/{dataset}/sources/{source}/runs/{run}": ["/town/sources/1/runs/1"],
  "/{dataset}/entries": ["/town/entries", "/town/entries?pagesize=1"],
  "/{dataset}/entries/{id}": [`/town/entries/${"a".padStart(40, "0")}`, `/town/entries/${"b".padStart(40, "0")}`],
};
