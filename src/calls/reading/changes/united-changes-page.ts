import { decimalText, subtractDecimals } from "../../../core/model/values/decimal.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { PagePlace } from "../../page-place.js";
import type { VersionChanges } from "./compare-versions.js";
import type { SplitChanges } from "./split-changes.js";
import { type ComparedDatasets, describePair, explainModels, type UnitedChanges } from "./write-united-changes.js";
import { labelMeasures, type MeasureLabel } from "../../../core/model/measure-label.js";

/** Numbers of the entries that differ, and by how much the sums do, as texts with all digits. */
export interface CountedChanges {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly unchanged: number;
  /** In the order of the measures of all; `null` for one that is not in both versions. */
  readonly differences: readonly (string | null)[];
}

/** The differences between versions of several datasets. */
export interface UnitedChangesPage extends PagePlace {
  readonly kind: "changes of several";
  readonly currency: string | null;
  readonly warnings: readonly string[];
  readonly model: readonly string[];
  readonly cut: string;
  readonly measures: readonly MeasureLabel[];
  readonly together: CountedChanges;
  /** Cells by the difference; `null` if there is no dimension to split by. */
  readonly split: SplitChanges | null;
  readonly datasets: readonly (ReturnType<typeof describePair> & CountedChanges)[];
}

/** Write what the page of the changes of several datasets shows. @param name what the call named */
export function makeUnitedPage(
  { both, warnings, origin }: ComparedDatasets,
  { parts, together }: UnitedChanges,
  name: string,
  parameters: Parameters,
  split: SplitChanges | null,
): UnitedChangesPage {
  const { before, after } = both;
  const measures = labelMeasures(together.shared.measures.map((each) => each.after));
  const kept = ["from", "to", "cut"].flatMap((key): [string, string][] => {
    const text = parameters.get(key);
    return text === undefined ? [] : [[key, text]];
  });
  const query = new URLSearchParams(kept).toString();
  return {
    kind: "changes of several",
    origin,
    url: `${origin}/${encodeURIComponent(name)}/meta/changes`,
    query: query === "" ? "" : `?${query}`,
    alternates: ["json", "csv"],
    currency: after.model.dataset.currency,
    warnings,
    model: explainModels(both),
    cut: parameters.get("cut") ?? "",
    measures,
    split,
    together: countParts(
      together,
      measures.map((_, at) => at),
    ),
    datasets: after.parts.map((later, at) => {
      const changes = parts[at]!;
      const places = together.shared.measures.map((each) => {
        const own = after.model.united.parts[at]!.measureOf.get(each.after);
        return changes.shared.measures.findIndex(({ after: { name: of } }) => of === own?.name);
      });
      return { ...describePair({ before: before.parts[at]!, after: later }, origin), ...countParts(changes, places) };
    }),
  };
}

function countParts(
  { added, removed, changed, unchanged, before, after }: VersionChanges,
  places: readonly number[],
): CountedChanges {
  return {
    added: added.numEntries,
    removed: removed.numEntries,
    changed: changed.after.numEntries,
    unchanged: unchanged.numEntries,
    differences: places.map((at) => (at < 0 ? null : decimalText(subtractDecimals(after.sums[at]!, before.sums[at]!)))),
  };
}
