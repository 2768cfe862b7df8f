import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { request, type Response } from "../client.js";
import { ROUTES } from "../protocol/routes.js";
import { startTestServer, type TestServer } from "../server.js";

const JSON_TYPE = "application/json; charset=utf-8";
const CSV_TYPE = "text/csv; charset=utf-8";
const HTML_TYPE = "text/html; charset=utf-8";
const NDJSON_TYPE = "application/x-ndjson";
const ARROW_TYPE = "application/vnd.apache.arrow.stream";
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

let server: TestServer;
before(async () => {
  server = await startTestServer(ROUTES);
});
after(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { headers });

describe("formats", () => {
  const cases: readonly [name: string, path: string, accept: string | undefined, status: number, type: string][] = [
    ["an api call answers JSON", "/api/2/cells", undefined, 200, JSON_TYPE],
    ["an api call answers JSON whatever the Accept", "/api/2/cells", "text/html", 200, JSON_TYPE],
    ["an api call answers JSON to whoever takes CSV", "/api/2/cells", "text/csv", 200, JSON_TYPE],
    ["an api call answers JSON to whoever takes everything", "/api/2/cells", "*/*", 200, JSON_TYPE],
    ["an api call answers JSON to whoever takes any application", "/api/2/cells", "application/*", 200, JSON_TYPE],
    ["an api call answers JSON to a browser", "/api/2/cells", BROWSER, 200, JSON_TYPE],
    ["an api call answers Arrow by its Accept", "/api/2/cells", ARROW_TYPE, 200, ARROW_TYPE],
    ["an api call answers Arrow before anything", "/api/2/cells", `${ARROW_TYPE}, */*;q=0.1`, 200, ARROW_TYPE],
    ["an api call answers NDJSON by its Accept", "/api/2/cells", NDJSON_TYPE, 200, NDJSON_TYPE],
    ["an api call goes by quality", "/api/2/cells", `${NDJSON_TYPE};q=0.2, application/json`, 200, JSON_TYPE],
    ["an api call answers what it has", "/api/2/echo", NDJSON_TYPE, 200, JSON_TYPE],
    ["an api call answers Arrow by its format", "/api/2/cells?format=arrow", "text/html", 200, ARROW_TYPE],
    ["an api call answers JSON by its format before all", "/api/2/cells?format=json", ARROW_TYPE, 200, JSON_TYPE],
    ["a resource is not NDJSON", "/datasets.ndjson", NDJSON_TYPE, 200, HTML_TYPE],
    ["an api call answers CSV by its format", "/api/2/cells?format=csv", "application/json", 200, CSV_TYPE],
    ["an api call answers JSON by its format", "/api/2/cells?format=json", "text/csv", 200, JSON_TYPE],
    ["an unknown format is refused", "/api/2/cells?format=xml", undefined, 400, JSON_TYPE],
    ["an empty format is none", "/api/2/cells?format=", undefined, 200, JSON_TYPE],
    ["a format means nothing where there is one form", "/api/2/echo?format=csv", undefined, 200, JSON_TYPE],
    ["a resource is HTML by default", "/datasets", undefined, 200, HTML_TYPE],
    ["a resource is HTML for a browser", "/datasets", BROWSER, 200, HTML_TYPE],
    ["a resource is HTML for whoever takes everything", "/datasets", "*/*", 200, HTML_TYPE],
    ["a resource is HTML for whoever takes nothing that there is", "/datasets", "image/png", 200, HTML_TYPE],
    ["without HTML that is JSON", "/cra/model", "image/png", 200, JSON_TYPE],
    ["JSON is negotiated", "/datasets", "application/json", 200, JSON_TYPE],
    ["JSON is negotiated with its charset", "/datasets", "application/json; charset=utf-8", 200, JSON_TYPE],
    ["qualities count", "/datasets", "text/html;q=0.5, text/csv;q=0.6, application/json;q=0.4", 200, CSV_TYPE],
    ["quality zero is a refusal", "/datasets", "text/html;q=0, */*;q=0.1", 200, JSON_TYPE],
    ["a malformed Accept does no harm", "/datasets", ";;,q=,/", 200, HTML_TYPE],
    ["a suffix beats the Accept", "/datasets.csv", "application/json", 200, CSV_TYPE],
    ["JSON by suffix", "/datasets.json", BROWSER, 200, JSON_TYPE],
    ["HTML by suffix", "/cra.html", "application/json", 200, HTML_TYPE],
    ["a form that is not there", "/cra.csv", undefined, 406, JSON_TYPE],
    ["a form that is nowhere yet", "/datasets.rss", undefined, 406, JSON_TYPE],
    ["a model has no HTML", "/cra/model.html", undefined, 406, HTML_TYPE],
    ["a name with any other dot is a name", "/cra.v2", "application/json", 200, JSON_TYPE],
  ];
  for (const [name, path, accept, status, type] of cases) {
    it(name, async () => {
      const response = await get(path, accept === undefined ? {} : { Accept: accept });
      assert.deepEqual([response.status, response.headers["content-type"]], [status, type]);
      const language = type === HTML_TYPE ? "Accept-Language, " : "";
      assert.equal(response.headers["vary"], `${language}Accept, Accept-Encoding, Authorization`);
      assert.equal(response.headers["x-content-type-options"], "nosniff");
    });
  }

  it("an unknown format is refused with a list of the known ones", async () => {
    const { text } = await get("/api/2/cells?format=xml");
    assert.deepEqual(JSON.parse(text), {
      errors: ['Unknown format "xml"; known: json, csv, ndjson, arrow'],
      codes: [{ code: "unknown_format", values: { format: "xml", known: "json, csv, ndjson, arrow" } }],
    });
  });

  it("HTML has a content security policy", async () => {
    const { headers } = await get("/datasets");
    assert.match(headers["content-security-policy"]!, /^default-src 'none';/);
  });
});
