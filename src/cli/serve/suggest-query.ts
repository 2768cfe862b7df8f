import { DEMO_NAME, DEMO_QUERY } from "../../core/assets/demo.js";
import type { Catalog } from "../../store/catalog.js";

/**
 * Suggest a first query or, if there is no public dataset, how to load one.
 * @param url of the server
 * @param data its data directory
 */
export function suggestQuery(catalog: Catalog, url: string, data: string): string {
  const dataset = catalog.get(DEMO_NAME) ?? catalog.list().find((each) => !each.private);
  if (!dataset) {
    const load = `spendcube load --data ${data} --metadata model.json --csv data.csv`;
    return `there is no public dataset yet; load one: ${load}`;
  }
  const { name } = dataset.model.dataset;
  const [first] = dataset.model.dimensions;
  const query = name === DEMO_NAME ? DEMO_QUERY : `/api/2/aggregate?dataset=${name}&drilldown=${first!.name}`;
  return `try: curl '${url}${query}&pretty=true'`;
}
