import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { checkOffers } from "./explore-offers.js";
import { loadPaged, missing, PUBLISHED, type PagedDataset } from "./page-datasets.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

describe("the choices of the explorer are all answered", () => {
  const states = [
    "drilldown=function&cut=region:UKI|year:2009&against=region:UKM",
    "drilldown=function|time.year&measure=amount.share@time.year&order=time.year:asc",
    "drilldown=region|function&cut=year:2009&top=3@region",
    "drilldown=time.year&measure=amount.change@time.year",
    "drilldown=function&cut=year:[2005 TO 2007]|!region:UKI&chart=bars&having=amount:[1 TO *]",
    "drilldown=&cut=year:2009",
  ];
  let demo: PagedDataset;
  before(async () => {
    demo = await loadPaged(server, "demo");
  });
  for (const state of states) it(`of ${state}`, async () => void (await checkOffers(server, demo, state)));

  for (const name of PUBLISHED) {
    it(`of ${name}`, { skip: missing(name) }, async () => {
      const dataset = await loadPaged(server, name);
      await checkOffers(server, dataset, "");
      const dimension = dataset.dimensions.find(({ type, num_members: members }) => type !== "date" && members > 1);
      await checkOffers(server, dataset, `drilldown=${dimension!.name}`);
    });
  }
});
