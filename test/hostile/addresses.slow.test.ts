import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LookUp } from "#src/sources/ingest/fetch/resolve-host.js";
import { setUpVictim } from "./attempt.js";
import { redirect } from "./server.js";

const victim = setUpVictim();

const NO_PUBLIC = /is not fetched: its host has no public address/;

/** Hosts that are not public, by name. */
const lookUp: LookUp = async (hostname) => {
  const address = { "metadata.google.internal": "169.254.169.254", "intranet.example": "10.0.0.7" }[hostname];
  if (address === undefined) return [{ address: hostname, family: hostname.includes(":") ? 6 : 4 }];
  return [{ address, family: 4 }];
};

/** Targets of redirects from an allowed server to forbidden ones. The server of the test also listens there. */
const TARGETS = [
  "http://127.0.0.2:PORT/",
  "http://127.0.0.2.:PORT/",
  "http://127.2:PORT/",
  "http://2130706434:PORT/",
  "http://0x7f000002:PORT/",
  "http://0x7f.0.0.2:PORT/",
  "http://017700000002:PORT/",
  "http://0177.0.0.02:PORT/",
  "http://%31%32%37.0.0.2:PORT/",
  "http://１２７．０．０．２:PORT/",
  "http://127。0。0。2:PORT/",
  "http://0.0.0.0:PORT/",
  "http://0:PORT/",
  "http://[::1]:PORT/",
  "http://[::]:PORT/",
  "http://[::ffff:127.0.0.2]:PORT/",
  "http://[::7f00:2]:PORT/",
  "http://[64:ff9b::7f00:2]:PORT/",
  "http://[2002:7f00:2::]:PORT/",
  "http://localhost:PORT/",
  "http://any.localhost.:PORT/",
  "//127.0.0.2:PORT/",
  "http://169.254.169.254/latest/meta-data/",
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://intranet.example/",
  "http://[fd00:ec2::254]/",
  "http://[fe80::1]/",
  "http://192.168.0.1/",
];

describe("a load that is redirected", () => {
  for (const target of TARGETS) {
    it(`to ${target} is refused before any request there`, async () => {
      const { server } = victim;
      const location = target.replace("PORT", String(server.port));
      server.asked.length = 0;
      await victim.refuses(redirect(location), NO_PUBLIC, { download: { lookUp } });
      assert.deepEqual(server.asked, [`127.0.0.1:${server.port}/file`]);
    });
  }

  for (const location of ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:6379/_", "data:text/csv,a"]) {
    it(`to ${location} is refused`, () => victim.refuses(redirect(location), /only http and https URLs can/));
  }

  it("to a port of another service is refused", () =>
    victim.refuses(redirect("http://127.0.0.1:25/"), /is not fetched from port 25/));

  it("with a user name and a password is refused, without disclosing them", async () => {
    const location = `http://ann:secret@127.0.0.1:${victim.server.port}/`;
    await victim.refuses(redirect(location), /^(?!.*secret).*is not fetched with a user name or password/);
  });

  it("endlessly is given up", () => victim.refuses(redirect("/file"), /redirects more than 5 times/));

  it("to an invalid URL is refused", () => victim.refuses(redirect("http://["), /is not a URL/));

  it("with a status that is not a redirect is refused", () =>
    victim.refuses(redirect("http://127.0.0.2/", 300), /answered 300/));

  it("at the last of five redirects is refused as at the first", async () => {
    let step = 0;
    const listener = (_request: unknown, response: import("node:http").ServerResponse): void => {
      const location = ++step < 5 ? `/step/${step}` : "http://127.0.0.2/";
      response.writeHead(302, { location }).end();
    };
    await victim.refuses({ listener }, NO_PUBLIC);
    assert.equal(step, 5);
  });
});

describe("a load from a host name", () => {
  it("that resolves to another address at the time of the redirect is refused", async () => {
    const asked: string[] = [];
    const changing: LookUp = async (hostname) => {
      asked.push(hostname);
      return [{ address: asked.length === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
    };
    const url = `http://changing.example:${victim.server.port}/file`;
    await victim.refuses(redirect(url), NO_PUBLIC, { url, download: { lookUp: changing } });
    assert.deepEqual(asked, ["changing.example", "changing.example"]);
  });

  it("that resolves to a public and a private address is refused", async () => {
    const mixed: LookUp = async () => [
      { address: "127.0.0.1", family: 4 },
      { address: "127.0.0.2", family: 4 },
    ];
    const url = `http://mixed.example:${victim.server.port}/file`;
    await victim.refuses(redirect("/"), NO_PUBLIC, { url, download: { lookUp: mixed } });
  });

  it("that is unknown, or never resolves, is refused", async () => {
    const url = "http://unknown.example/";
    const fails: LookUp = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    await victim.refuses(redirect("/"), /there is no host of that name/, { url, download: { lookUp: fails } });
    const never: LookUp = () => new Promise(() => {});
    const bounds = { connectMs: 20 };
    await victim.refuses(redirect("/"), /no connection within 0\.02 s/, { url, bounds, download: { lookUp: never } });
  });
});
