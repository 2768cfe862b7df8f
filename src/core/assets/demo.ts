import type { Asset } from "./list.js";

/** Name of the sample dataset. */
export const DEMO_NAME = "uk-spending";

/** Model file of the sample dataset. */
export const DEMO_MODEL = "demo/model.json" satisfies Asset;

/** Rows of the sample dataset. */
export const DEMO_CSV = "demo/uk-spending.csv" satisfies Asset;

/** Files of the datasets that are loaded: series that adjust the sample dataset, then itself. */
export const DEMO_DATASETS = [
  { model: "demo/uk-gdp-deflator-hmt-fy/model.json", csv: "demo/uk-gdp-deflator-hmt-fy/data.csv" },
  { model: "demo/uk-population/model.json", csv: "demo/uk-population/data.csv" },
  { model: DEMO_MODEL, csv: DEMO_CSV },
] as const satisfies readonly { readonly model: Asset; readonly csv: Asset }[];

/** Shapes of the regions of the sample dataset. */
export const DEMO_SHAPES = {
  file: "demo/shapes/uk-nuts1.geojson" satisfies Asset,
  name: "uk-nuts1",
  label: "Regions and countries of the United Kingdom (NUTS 1)",
  id: "nuts118cd",
  taxonomy: "nuts-1",
  licence:
    "Open Government Licence v3.0. Source: Office for National Statistics. Contains OS data © Crown copyright and database right",
  source: "https://github.com/ellsphillips/dwr",
} as const;

/** A first query to try; append it to a server's origin. */
export const DEMO_QUERY = `/api/2/aggregate?dataset=${DEMO_NAME}&drilldown=function&cut=year:2009`;
