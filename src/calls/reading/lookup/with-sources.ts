import { SOURCE_DIMENSION, withSourceDimension } from "../../../core/model/source-dimension.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import { nameLoaded } from "../describe/loaded-from.js";

const NAMED = new RegExp(`\\b${SOURCE_DIMENSION}\\b`);
/** In the parameters whose words are searched it is named as a field. */
const NAMED_IN_TEXT = new RegExp(`\\b${SOURCE_DIMENSION}[.:]`);
const TEXTS = new Set(["q", "fq"]);

/** Datasets with such a dimension: an engine keeps what it finds for the same model. */
const extended = new WeakMap<Dataset, Dataset>();

/** Return a dataset whose model has a dimension of its sources, if the parameters of a call name it. */
export function withSources(dataset: Dataset, parameters: Parameters): Dataset {
  const isNamed = [...parameters.names()].some((name) =>
    (TEXTS.has(name) ? NAMED_IN_TEXT : NAMED).test(parameters.all(name).join("|")),
  );
  if (!isNamed) return dataset;
  let found = extended.get(dataset);
  if (!found) extended.set(dataset, (found = addSources(dataset)));
  return found;
}

function addSources(dataset: Dataset): Dataset {
  const labels = new Map(dataset.sources.map((source) => [source.id, nameLoaded(source).label]));
  return { ...dataset, model: withSourceDimension(dataset.model, labels) };
}
