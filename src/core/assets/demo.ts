import type { Asset } from "./list.js";

/** Name of the sample dataset. */
export const DEMO_NAME = "uk-spending";

/** Model file of the sample dataset. */
export const DEMO_MODEL = "demo/model.json" satisfies Asset;

/** Rows of the sample dataset. */
export const DEMO_CSV = "demo/uk-spending.csv" satisfies Asset;

/** A first query to try; append it to a server's origin. */
export const DEMO_QUERY = `/api/2/aggregate?dataset=${DEMO_NAME}&drilldown=function&cut=year:2009`;
