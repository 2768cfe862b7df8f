import { compareLists } from "../../core/engine/compare-lists.js";
import { type DatasetRecord, keptDigests, type Manifest, segmentsOf } from "./manifest.js";

/** List those of the blocks of earlier generations that no kept one refers to. */
export function listGone(blocks: readonly string[], kept: readonly Manifest[]): readonly string[] {
  const used = new Set(kept.flatMap((manifest) => manifest.blocks));
  return blocks.filter((file) => !used.has(file));
}

/** True if there may be segments or kept sources that only a generation refers to that is no longer kept. */
export function leavesFiles({ state }: Manifest, kept: readonly Manifest[]): boolean {
  const [gone, ...others] = kept.map((manifest) => new Set(compareLists(state.datasets, manifest.state.datasets).gone));
  const datasets = [...(gone ?? [])].filter((record) => others.every((each) => each.has(record)));
  if (datasets.length === 0) return false;
  // Only versions of the same dataset share segments.
  const names = new Set(datasets.map(({ name }) => name));
  const used = new Set(filesOf(kept.flatMap((each) => each.state.datasets.filter(({ name }) => names.has(name)))));
  return filesOf(datasets).some((file) => !used.has(file));
}

function filesOf(datasets: readonly DatasetRecord[]): readonly string[] {
  return [...segmentsOf({ datasets }).map(({ file }) => file), ...keptDigests({ datasets })];
}
