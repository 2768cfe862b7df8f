import type { Asset } from "./list.js";

/** The name of the sample dataset. */
export const DEMO_NAME = "uk-spending";

/** Its model file. */
export const DEMO_MODEL = "demo/model.json" satisfies Asset;

/** Its rows. */
export const DEMO_CSV = "demo/uk-spending.csv" satisfies Asset;

/** A first query to try, to be put behind a server's origin. */
export const DEMO_QUERY = `/api/2/aggregate?dataset=${DEMO_NAME}&drilldown=function&cut=year:2009`;
