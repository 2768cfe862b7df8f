import { Gauge, type Registry } from "prom-client";

export interface DatasetFigures {
  readonly name: string;
  readonly entries: number;
  /** Memory of its tables in bytes, outside V8's heap. */
  readonly bytes: number;
  readonly lastModified: Date;
}

/** Register the current figures of each dataset. */
export function registerDatasets(registry: Registry, datasets: readonly DatasetFigures[]): void {
  const gauge = (name: string, help: string, read: (dataset: DatasetFigures) => number): void => {
    const metric = new Gauge({ name, help, labelNames: ["dataset"], registers: [registry] });
    for (const dataset of datasets) metric.set({ dataset: dataset.name }, read(dataset));
  };
  gauge("spendcube_dataset_entries", "Number of entries in a dataset.", ({ entries }) => entries);
  gauge(
    "spendcube_dataset_bytes",
    "Bytes of memory that a dataset's tables take outside V8's heap.",
    ({ bytes }) => bytes,
  );
  gauge(
    "spendcube_dataset_modified_timestamp_seconds",
    "Time of a dataset's last load or change; time() minus this is its age.",
    ({ lastModified }) => lastModified.getTime() / 1000,
  );
}
