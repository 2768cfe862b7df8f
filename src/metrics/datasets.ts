import { Gauge, type Registry } from "prom-client";

export interface DatasetFigures {
  readonly name: string;
  readonly entries: number;
  /** Of its tables, beside V8's heap. */
  readonly bytes: number;
  readonly lastModified: Date;
}

/** What there is of each dataset, as it is now. */
export function registerDatasets(registry: Registry, datasets: readonly DatasetFigures[]): void {
  const gauge = (name: string, help: string, read: (dataset: DatasetFigures) => number): void => {
    const made = new Gauge({ name, help, labelNames: ["dataset"], registers: [registry] });
    for (const dataset of datasets) made.set({ dataset: dataset.name }, read(dataset));
  };
  gauge("spendcube_dataset_entries", "Entries of a dataset.", ({ entries }) => entries);
  gauge("spendcube_dataset_bytes", "Memory of its tables, beside the heap.", ({ bytes }) => bytes);
  gauge(
    "spendcube_dataset_modified_timestamp_seconds",
    "When it was last loaded or changed; time() less this is its age.",
    ({ lastModified }) => lastModified.getTime() / 1000,
  );
}
