import type { DatasetMetadata } from "../../core/model/cube.js";

/** Say what a catalogue of data would miss in a dataset's metadata; `null` if it has everything. */
export function hintForCatalogues(dataset: DatasetMetadata): string | null {
  const { licence, languages, territories, catalogue } = dataset;
  const given: Readonly<Record<string, boolean>> = {
    publisher: Boolean(catalogue?.publisher),
    contact: Boolean(catalogue?.contact),
    keywords: Boolean(catalogue?.keywords.length),
    frequency: Boolean(catalogue?.frequency),
    licence: licence !== null,
    territories: territories.length > 0,
    languages: languages.length > 0,
  };
  const missing = Object.keys(given).filter((key) => !given[key]);
  if (missing.length === 0) return null;
  return `catalogues of data (DCAT-AP) also show ${missing.join(", ")}: add them to "dataset" where you can`;
}
