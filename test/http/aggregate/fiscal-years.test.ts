import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { readText } from "../pages/markup.js";
import { SIDE, editTexts, getJson, loadTown } from "./derived-town.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

const get = (path: string): Promise<Body["json"]> => getJson(server, path);
const loadDerived = async (fields: object = { side: SIDE }): Promise<string> => (await loadTown(server, fields)).name;

describe("a fiscal year", () => {
  const time = { ...SPENDING.mapping.time, fiscal_year: { starts: "04-01", named: "both" } };

  it("groups, cuts and sorts entries, and is shown with them", async () => {
    const name = await loadDerived({ time });
    const { drilldown } = await get(
      `/api/2/aggregate?dataset=${name}&drilldown=time.fiscal_year&order=time.fiscal_year:asc`,
    );
    assert.deepEqual(
      drilldown.map((cell: { time: object; amount: number }) => [cell.time, cell.amount]),
      [
        [{ fiscal_year: "2008/09" }, 3.5],
        [{ fiscal_year: "2009/10" }, 4],
      ],
    );
    const { results } = await get(`/api/2/search?dataset=${name}&filter=time.fiscal_year:"2009/10"`);
    assert.deepEqual(
      [results.length, results[0].time.fiscal_year, results[0].time.fiscal_quarter],
      [1, "2009/10", "4"],
    );
  });

  it("is offered by the explorer, which shows it as a timeline without a total", async () => {
    const pageOf = async (name: string, query: string): Promise<string> =>
      (await server.ask(null, "GET", `/${name}/explore?${query}`, { headers: { accept: "text/html" } })).text;
    const name = await loadDerived({ time });
    const page = await pageOf(name, "drilldown=time.fiscal_year");
    assert.match(page, /<option value="time\.fiscal_year" selected="">Fiscal year<\/option>/);
    assert.match(page, /class="chart line wide"/);
    assert.match(page, />2008–09</);
    assert.doesNotMatch(page, /<tfoot>/);
    assert.doesNotMatch(readText(await pageOf(await loadDerived(), "drilldown=region")), /fiscal/i);
  });

  it("is set and changed without a load", async () => {
    const name = await loadDerived({});
    const yearsOf = async (): Promise<unknown> => {
      const { attributes } = await get(`/${name}/time.json`);
      if (!("fiscal_year" in attributes)) return null;
      const { drilldown } = await get(`/api/2/aggregate?dataset=${name}&drilldown=time.fiscal_year&order=amount:asc`);
      return drilldown.map((cell: { time: { fiscal_year: string } }) => cell.time.fiscal_year);
    };
    assert.equal(await yearsOf(), null);
    await editTexts(server, name, { "mapping.time.fiscal_year": JSON.stringify(time.fiscal_year) });
    assert.deepEqual(await yearsOf(), ["2008/09", "2009/10"]);
    await editTexts(server, name, {
      "mapping.time.fiscal_year": '{"starts": "01-01"}',
      "mapping.time.precision": "year",
    });
    assert.deepEqual(await yearsOf(), ["2009", "2010"]);
    const { drilldown } = await get(`/api/2/aggregate?dataset=${name}&drilldown=time.quarter`);
    assert.deepEqual(drilldown[0].time, { quarter: null });
    await editTexts(server, name, { "mapping.time.fiscal_year": "", "mapping.time.precision": "" });
    assert.equal(await yearsOf(), null);
  });
});
