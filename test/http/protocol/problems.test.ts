import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getRaw, request, type Response } from "../client.js";
import { custom, ROUTES } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const JSON_TYPE = "application/json; charset=utf-8";
const HTML_TYPE = "text/html; charset=utf-8";

let server: TestServer;
let signal: AbortSignal | undefined;
before(async () => {
  const never = custom("/api/2/never", (input) => {
    ({ signal } = input.cancel);
    return new Promise(() => {});
  });
  const patient = custom(
    "/api/2/patient",
    () => new Promise((resolve) => setTimeout(resolve, 150, { redirect: "/" })),
    {
      patient: true,
    },
  );
  server = await startTestServer([...ROUTES, never, patient], { limits: { computationMs: 100 } });
});
after(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { headers });

/** The code of sentences that only this test says. */
const OTHER = { code: "other", values: {} };

describe("errors", () => {
  const families: readonly [family: string, status: number, header?: [name: string, value: string]][] = [
    ["InvalidQuery", 400],
    ["InvalidModel", 400],
    ["BadSource", 400],
    ["Unauthenticated", 401, ["www-authenticate", "ApiKey"]],
    ["Forbidden", 403],
    ["NotFound", 404],
    ["Conflict", 409],
    ["OverCapacity", 503, ["retry-after", "1"]],
    ["EngineUnreachable", 503, ["retry-after", "5"]],
  ];
  for (const [family, status, header] of families) {
    it(`${family} is ${status}, with every error`, async () => {
      const response = await get(`/api/2/refuse?family=${family}`, { Accept: BROWSER });
      assert.deepEqual([response.status, response.headers["content-type"]], [status, JSON_TYPE]);
      assert.deepEqual(JSON.parse(response.text), { errors: ["One fault.", "<b>Another</b>."], codes: [OTHER, OTHER] });
      if (header) assert.equal(response.headers[header[0]], header[1]);
    });
  }

  const keys: readonly [key: string, status: number][] = [
    ["ApiKey reader", 200],
    ["apikey reader", 200],
    ["ApiKey nobody", 401],
    ["Basic cmVhZGVy", 401],
    ["reader", 401],
    ["", 401],
  ];
  for (const [key, status] of keys) {
    it(`the Authorization "${key}" on public data is ${status}`, async () => {
      assert.equal((await get("/api/2/cells", { Authorization: key })).status, status);
    });
  }

  const styles: readonly [path: string, accept: string | undefined, type: string][] = [
    ["/cra/x/y/z", BROWSER, HTML_TYPE],
    ["/cra/x/y/z", undefined, JSON_TYPE],
    ["/cra/x/y/z", "*/*", JSON_TYPE],
    ["/cra/x/y/z", "application/json", JSON_TYPE],
    ["/cra/x/y/z.json", BROWSER, JSON_TYPE],
    ["/cra/x/y/z.csv", BROWSER, JSON_TYPE],
    ["/cra/x/y/z.html", "application/json", HTML_TYPE],
    ["/api/2/x", BROWSER, JSON_TYPE],
    ["/%zz", BROWSER, HTML_TYPE],
  ];
  for (const [path, accept, type] of styles) {
    it(`${path} for ${accept ?? "no Accept"} fails in ${type}`, async () => {
      const { headers } = await get(path, accept === undefined ? {} : { Accept: accept });
      assert.equal(headers["content-type"], type);
    });
  }

  it("a page of errors holds no markup of the client", async () => {
    const { text, headers } = await getRaw(server.port, '/a/b/c/<script>"&', `Accept: ${BROWSER}\r\n`);
    assert.match(text, /&lt;script&gt;&quot;&amp;/);
    assert.doesNotMatch(text, /<script>/);
    assert.match(headers["content-security-policy"]!, /default-src 'none'/);
  });

  it("a bug is answered with its request id and logged with its cause", async () => {
    const { status, text } = await get("/api/2/bug");
    assert.equal(status, 500);
    assert.doesNotMatch(text, /secret/);
    const { fields } = server.log.at(-1)!;
    assert.match((fields["err"] as Error).message, /a secret of the program/);
    assert.ok(JSON.parse(text).errors[0].includes(fields["request"]));
  });

  it("an unknown encoding is not acceptable", async () => {
    assert.equal((await get("/api/2/cells", { "Accept-Encoding": "identity;q=0" })).status, 406);
  });

  it("an answer that takes too long is cancelled", async () => {
    const { status, headers } = await get("/api/2/never");
    assert.deepEqual([status, headers["retry-after"]], [503, "1"]);
    assert.equal(signal?.aborted, true);
  });

  it("a patient call may take longer", async () => {
    assert.equal((await get("/api/2/patient")).status, 302);
  });
});
