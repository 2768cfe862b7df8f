import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { answering } from "./answering.js";
import { run } from "./run.js";

/** Load into a server that is none. @returns what the command wrote to standard error */
async function loadInto(server: string): Promise<string> {
  const files = ["--metadata", "demo/model.json", "--csv", "demo/uk-spending.csv"];
  const { status, out, err } = await run(["load", "--server", server, "--key", "ada.key", ...files]);
  assert.deepEqual([status, out], [1, ""], err);
  return err;
}

describe("load --server", () => {
  it("says in one sentence that nothing listens there", async () => {
    let free = "";
    await answering(
      () => {},
      async (url) => void (free = url),
    );
    const remedy = "check whether the server runs, and its address and port in --server";
    assert.equal(await loadInto(free), `error: ${free} refuses the connection (ECONNREFUSED); ${remedy}\n`);
  });

  it("says in one sentence that the server does not speak HTTPS", () =>
    answering(
      (_, response) => response.end(),
      async (url) => {
        const secure = url.replace("http:", "https:");
        const remedy = "check the port, or use http in --server";
        assert.equal(
          await loadInto(secure),
          `error: ${secure} does not speak HTTPS at that port (EPROTO); ${remedy}\n`,
        );
      },
    ));

  it("says in one sentence that a web page is not a spendcube server", () =>
    answering(
      (_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Welcome</h1>"),
      async (url) => {
        const remedy = "is it a spendcube server? Give its address with --server";
        assert.equal(await loadInto(url), `error: ${url}/api/2/new answered 200 without JSON; ${remedy}\n`);
      },
    ));

  it("says in one sentence that JSON of another program is no answer", () =>
    answering(
      (_, response) => response.writeHead(404).end('{"message":"none"}'),
      async (url) => {
        const remedy = "is it a spendcube server? Give its address with --server";
        assert.equal(await loadInto(url), `error: The server answered 404; ${remedy}\n`);
      },
    ));

  it("names the address that the server redirects to", () =>
    answering(
      (_, response) => response.writeHead(301, { Location: "https://money.example/api/2/new" }).end(),
      async (url) => {
        const target = "https://money.example/api/2/new";
        const remedy = "give the address behind that with --server";
        assert.equal(await loadInto(url), `error: ${url} redirects to ${target}; ${remedy}\n`);
      },
    ));
});
