import { phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { suggest } from "../../../core/query/reference.js";
import type { Catalog } from "../../../store/catalog.js";
import type { Dataset } from "../../../store/dataset.js";
import type { DatasetRecord } from "../../../store/disk/manifest.js";

/** Return a dataset by name. @throws InvalidQuery that suggests the nearest names */
export function requireDataset(catalog: Catalog, name: string): Dataset {
  return catalog.get(name) ?? refuseMissing(catalog, name);
}

/** Return a dataset's record, which can be read without opening its table. @throws InvalidQuery */
export function requireRecord(catalog: Catalog, name: string): DatasetRecord {
  return catalog.records.find((record) => record.name === name) ?? refuseMissing(catalog, name);
}

function refuseMissing(catalog: Catalog, name: string): never {
  const known = catalog.records.map((record) => record.name);
  throw new InvalidQuery(
    errorText("unknown_dataset", {
      dataset: name,
      remedy: known.length > 0 ? suggest(name, known) : phraseText("no_datasets"),
    }),
  );
}
