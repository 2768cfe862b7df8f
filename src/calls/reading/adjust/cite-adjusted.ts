import { type ParsedAdjustments, printAdjustments } from "../../../core/query/aggregate/adjustments.js";
import type { Dataset } from "../../../store/dataset.js";
import { nameVersion, withoutVersion } from "../../../store/version-name.js";
import type { CitedVersion } from "../../answer.js";
import { citeVersion } from "../lookup/cite-version.js";
import type { Adjustment } from "./adjustment.js";

/** Name the versions of the series that were found. */
export function nameSeriesVersions({ requested, found }: Pick<Adjustment, "requested" | "found">): ParsedAdjustments {
  const nameOf = (series: Dataset | null | undefined): string | null =>
    series ? nameVersion(withoutVersion(series.model.dataset.name), series.number) : null;
  const { prices, in: to, per } = requested;
  return {
    prices: prices && { ...prices, series: nameOf(found.prices) },
    in: to && { ...to, series: nameOf(found.rates) },
    per: per && { ...per, series: nameOf(found.per?.dataset) ?? per.series },
  };
}

/** Describe the version that an adjusted answer is about, with the versions of the series that it is adjusted by. */
export function citeAdjusted(dataset: Dataset, adjustment: Adjustment): CitedVersion {
  const parameters = printAdjustments(nameSeriesVersions(adjustment)).filter(([, value]) => value !== "");
  const series = adjustment.series.map(citeVersion).map(({ label, number, licence }) => ({ label, number, licence }));
  return { ...citeVersion(dataset), ...(series.length > 0 && { adjusted: { parameters, series } }) };
}
