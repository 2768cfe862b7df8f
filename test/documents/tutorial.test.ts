import assert from "node:assert/strict";
import { it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { contextOf, loadFile, memoryCatalog, servicesOf } from "../fixtures.js";
import { startTestServer } from "../http/server.js";
import { readDocument } from "./documents.js";
import { BASE } from "./session.js";
import { listSteps } from "./steps.js";

const steps = listSteps(readDocument("docs/tutorial.md"));

/** The text of the last file of a name that the tutorial saves. */
function savedFile(name: string): string {
  const file = steps.findLast((step) => step.kind === "file" && step.name === name);
  assert.ok(file?.kind === "file", name);
  return file.text;
}

it("the tutorial's page has the frame that the explorer copies", async () => {
  const services = servicesOf(memoryCatalog());
  const model = readModel(savedFile("model.json")).model;
  const { dataset } = await loadFile(services, model, "examples/town/payments.csv");
  const server = await startTestServer(makeRoutes(contextOf([dataset])), { baseUrl: BASE });
  try {
    const response = await fetch(`${server.url}/westhaven/explore?drilldown=time.year|function&chart=line`);
    const [copied] = /&lt;iframe .*?&lt;\/iframe&gt;/s.exec(await response.text()) ?? [];
    const read = (text: string): string =>
      text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"');
    const [shown] = /<iframe.*?<\/iframe>/s.exec(savedFile("chart.html")) ?? [];
    const onOneLine = shown?.replaceAll(/\s+/g, " ").replace(" >", ">").replace("|", "%7C");
    assert.equal(onOneLine, copied && read(copied).replaceAll("&amp;", "&"));
  } finally {
    await server.stop();
  }
});
