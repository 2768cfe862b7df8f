import { errorText } from "../../../core/errors/error-text.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Dimension } from "../../../core/model/cube.js";
import { nearest } from "../../../core/model/nearest.js";
import { suggest } from "../../../core/query/reference.js";
import type { Dataset } from "../../../store/dataset.js";

/** Find a dimension by name. @throws NotFound with the nearest known names */
export function findDimension({ model }: Dataset, name: string): Dimension {
  const dimension = model.dimensions.find((each) => each.name === name);
  if (dimension) return dimension;
  const known = model.dimensions.map((each) => each.name);
  const remedy = model.measures.some((each) => each.name === name)
    ? "; it is a measure: use api/2/aggregate to sum it"
    : suggest(name, known);
  const { name: dataset, label } = model.dataset;
  const near = nearest(name, known).map((each) => ({
    label: model.dimensions.find((dimension) => dimension.name === each)!.label,
    path: `/${dataset}/${each}`,
  }));
  throw new NotFound(errorText("no_such_dimension", { dimension: name, dataset, remedy }), {
    near,
    above: { label, path: `/${dataset}` },
  });
}
