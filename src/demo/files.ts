import { fileURLToPath } from "node:url";

/** The name of the sample dataset. */
export const DEMO_NAME = "uk-spending";

/** Its model file, an absolute path. */
export const DEMO_MODEL = shipped("model.json");

/** Its rows, an absolute path. */
export const DEMO_CSV = shipped("uk-spending.csv");

/** A first query to try, to be put behind a server's origin. */
export const DEMO_QUERY = `/api/2/aggregate?dataset=${DEMO_NAME}&drilldown=function&cut=year:2009`;

// The compiler copies no data files: from `dist/demo` they are found where they were written.
function shipped(name: string): string {
  return fileURLToPath(new URL(`../../src/demo/${name}`, import.meta.url));
}
