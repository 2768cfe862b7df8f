import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf([])));
});
after(() => server.stop());

function call(query: string, headers: Record<string, string> = {}): Promise<Response> {
  return request(`${server.url}/api/mytax?${query}`, { headers });
}

async function estimate(query: string): Promise<Record<string, number>> {
  const { status, text } = await call(query);
  assert.equal(status, 200, text);
  return JSON.parse(text) as Record<string, number>;
}

describe("/api/mytax", () => {
  it("answers with every figure and its explanation", async () => {
    const { explanation, ...figures } = await estimate("income=10000");
    assert.deepEqual(Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figure.toFixed(2)])), {
      alcohol_tax: "153.04",
      tobacco_tax: "291.94",
      car_related_tax: "338.26",
      vat: "1098.14",
      tax: "4096.04",
      total_direct_tax: "1207.08",
      total_indirect_tax: "2888.97",
    });
    assert.ok(Array.isArray(explanation) && explanation.every((each) => typeof each === "string" && each !== ""));
  });

  it("reads flags in any letter case; yes is the default, also for an empty value", async () => {
    const all = await estimate("income=50000");
    for (const yes of ["smoker=yes", "smoker=YES&drinker=Yes", "smoker=", "driver=+yEs"]) {
      const { explanation: _, ...figures } = await estimate(`income=50000&${yes}`);
      for (const [name, figure] of Object.entries(figures)) assert.equal(figure, all[name], `${yes}: ${name}`);
    }
    const none = await estimate("income=50000&smoker=no&drinker=NO&driver=No");
    assert.deepEqual([none["tobacco_tax"], none["alcohol_tax"], none["car_related_tax"]], [0, 0, 0]);
    assert.ok(none["total_indirect_tax"]! < all["total_indirect_tax"]!);
  });

  it("takes the last of several incomes, and numbers in every plain form", async () => {
    for (const same of ["income=1&income=10000", "income=1e4", "income=%2B10000.", "income=+10000+"]) {
      assert.equal((await estimate(same))["tax"], (await estimate("income=10000"))["tax"], same);
    }
  });

  it("ignores spending, and says so", async () => {
    const { explanation, ...figures } = await estimate("income=20000&spending=15000");
    assert.match(String(explanation), /£15,000\.00 does not change/);
    const plain = await estimate("income=20000");
    for (const [name, figure] of Object.entries(figures)) assert.equal(figure, plain[name]);
  });

  for (const income of ["0", "-0", "-20000"]) {
    it(`gives zeros for an income of ${income}`, async () => {
      const { explanation: _, ...figures } = await estimate(`income=${income}`);
      assert.deepEqual(new Set(Object.values(figures)), new Set([0]));
    });
  }

  const refusals: [query: string, errors: RegExp[]][] = [
    ["", [/"income" is missing/]],
    ["income=", [/"income" is missing/]],
    ["income=much", [/^income: "much" is not a number/]],
    ["income=10,000", [/^income: "10,000" is not a number.*without separators/]],
    ["income=NaN", [/NaN/]],
    ["income=Infinity", [/Infinity/]],
    ["income=1e999", [/1e999/]],
    ["income=0x10", [/0x10/]],
    ["income=1&spending=some", [/^spending: "some"/]],
    ["income=1&smoker=maybe", [/^smoker: "maybe" is neither "yes" nor "no"/]],
    ["income=1&driver=true", [/^driver: "true"/]],
    ["spending=x&smoker=1&drinker=2&driver=3", [/income/, /spending/, /smoker/, /drinker/, /driver/]],
  ];
  for (const [query, expected] of refusals) {
    it(`refuses ${JSON.stringify(query)} and names every error`, async () => {
      const { status, text, headers } = await call(query);
      assert.deepEqual([status, headers["content-type"]], [400, "application/json; charset=utf-8"]);
      const { errors } = JSON.parse(text) as { errors: string[] };
      assert.equal(errors.length, expected.length);
      expected.forEach((error, i) => assert.match(errors[i]!, error));
    });
  }

  it("is wrapped for JSON-P, errors too", async () => {
    assert.match((await call("income=10000&callback=show.it")).text, /^\/\*\*\/show\.it\(\{"alcohol_tax":.*\}\);$/s);
    const refused = await call("callback=f");
    assert.equal(refused.status, 400);
    assert.match(refused.text, /^\/\*\*\/f\(\{"errors":/);
  });

  it("answers 304 to its validators, which differ between households", async () => {
    const { headers } = await call("income=10000&smoker=yes");
    assert.equal(headers["cache-control"], "public, max-age=0, must-revalidate");
    const held = { "If-None-Match": headers["etag"]! };
    assert.equal((await call("income=1e4&drinker=Yes", held)).status, 304);
    assert.equal((await call("income=10001", held)).status, 200);
    assert.equal((await call("income=10000&spending=1", held)).status, 200);
    const since = { "If-Modified-Since": headers["last-modified"]! };
    assert.equal((await call("income=10000", since)).status, 304);
  });

  it("answers for the largest incomes that a number can hold, on its page too", async () => {
    const { tax } = await estimate("income=1e308");
    assert.ok(tax! > 1e307 && tax! < 1e308, String(tax));
    const { status, text } = await request(`${server.url}/explore/tax?income=1e308`);
    assert.equal(status, 200);
    const [, pounds] = />£([\d,]{300,})</.exec(text)!;
    assert.equal(BigInt(pounds!.replaceAll(",", "")), BigInt(tax!));
  });

  it("answers JSON for any Accept, and refuses wrong keys", async () => {
    const page = await call("income=1", { Accept: "text/html" });
    assert.equal(page.headers["content-type"], "application/json; charset=utf-8");
    assert.equal((await call("income=1", { Authorization: "ApiKey nobody" })).status, 401);
  });
});
