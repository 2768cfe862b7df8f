import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { signedIn } from "../pages/browser.js";
import { request, type Response } from "../client.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

let server: SignInServer;
before(async () => {
  server = await startSignInServer();
});
after(() => server.stop());

const URL_PATH = "/api/2/suggest?q=plans";
const OWN = { "Sec-Fetch-Site": "same-origin" };

function ask(headers: Readonly<Record<string, string>>, path = URL_PATH): Promise<Response> {
  return request(server.url + path, { headers: { Accept: "application/json", ...headers } });
}

function labelsIn({ text }: Response): readonly string[] {
  return (JSON.parse(text) as { datasets: readonly { name: string }[] }).datasets.map(({ name }) => name);
}

describe("suggestions for a signed-in browser", () => {
  it("have private datasets that its user may read, and are never cached", async () => {
    const [ada, bob] = [(await signedIn(server, "ada")).cookie!, (await signedIn(server, "bob")).cookie!];
    const own = await ask({ ...OWN, Cookie: ada });
    assert.deepEqual(labelsIn(own), ["plans"]);
    assert.equal(own.headers["cache-control"], "private, no-store");
    assert.equal(own.headers["access-control-allow-origin"], undefined);
    assert.match(own.headers["vary"]!, /Cookie/);
    for (const headers of [{ ...OWN, Cookie: bob }, OWN, {}]) assert.deepEqual(labelsIn(await ask(headers)), []);
    // What anybody got before is no answer to the user, and the other way round.
    const open = await ask({});
    const again = await ask({ ...OWN, Cookie: ada, "If-None-Match": open.headers.etag! });
    assert.deepEqual(labelsIn(again), ["plans"]);
    const held = await ask({ "If-None-Match": own.headers.etag! });
    assert.deepEqual([held.status, labelsIn(held)], [200, []]);
  });

  it("are those for everyone where another site asks, an old browser, or a script tag", async () => {
    const cookie = (await signedIn(server, "ada")).cookie!;
    for (const site of ["cross-site", "same-site", "none", ""]) {
      const headers = site === "" ? {} : { "Sec-Fetch-Site": site };
      assert.deepEqual(labelsIn(await ask({ ...headers, Cookie: cookie })), [], site);
    }
    const wrapped = await ask({ ...OWN, Cookie: cookie }, `${URL_PATH}&callback=f`);
    assert.doesNotMatch(wrapped.text, /plans"/);
  });

  it("are the only JSON that a session reads", async () => {
    const cookie = (await signedIn(server, "ada")).cookie!;
    for (const path of ["/api/2/aggregate?dataset=plans", "/plans.json", "/api/2/search?dataset=plans"]) {
      const { status } = await ask({ ...OWN, Cookie: cookie }, path);
      assert.equal(status, 401, path);
    }
  });
});
