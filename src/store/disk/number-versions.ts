import type { DatasetRecord, LoadRecord, State, VersionRecord } from "./manifest.js";

/** A state of format 1 or 2, which had the current version and the one before, without numbers. */
export interface UnnumberedState extends Omit<State, "datasets"> {
  readonly datasets: readonly UnnumberedDataset[];
}

type UnnumberedDataset = Omit<DatasetRecord, "current" | "earlier"> & {
  readonly current: UnnumberedLoad;
  readonly previous: UnnumberedLoad | null;
};

type UnnumberedLoad = Omit<LoadRecord, keyof Pick<VersionRecord, "number" | "since">>;

/** Number the versions of a state of format 1 or 2. */
export function numberVersions({ datasets, ...rest }: UnnumberedState): State {
  return { ...rest, datasets: datasets.map(numberDataset) };
}

/** It is not known who could read the version before: it may have been loaded while the dataset was private. */
function numberDataset({ current, previous, ...record }: UnnumberedDataset): DatasetRecord {
  if (!previous) return { ...record, current: numberVersion(current, 1, record), earlier: [] };
  const before = numberVersion(previous, 1, record);
  return { ...record, current: numberVersion(current, 2, record), earlier: [{ ...before, withheld: true }] };
}

function numberVersion(
  load: UnnumberedLoad,
  number: number,
  record: Pick<DatasetRecord, "created" | "private">,
): LoadRecord {
  const since = load.sources.map(({ loaded }) => loaded).reduce((last, each) => (each > last ? each : last), "");
  return { ...load, number, since: since || record.created, ...(record.private && { withheld: true }) };
}
