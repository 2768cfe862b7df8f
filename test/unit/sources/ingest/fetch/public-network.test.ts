import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { checkAddress } from "#src/sources/ingest/fetch/check-address.js";
import { download } from "#src/sources/ingest/fetch/download.js";
import { isPublicAddress } from "#src/sources/ingest/fetch/public-network.js";
import type { LookUp } from "#src/sources/ingest/fetch/resolve-host.js";
import { isEmptyDirectory, withDirectory } from "../collect.js";

/** This machine, in the ways in which it can be written. */
const LOOPBACK = [
  "http://127.0.0.1/",
  "http://127.0.0.1./",
  "http://127.1/",
  "http://127.0.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.1/",
  "http://017700000001/",
  "http://0177.0.0.01/",
  "http://127.255.255.254/",
  "http://%31%32%37.0.0.1/",
  "http://１２７.０.０.１/",
  "http://①②⑦.⓪.⓪.①/",
  "http://127。0。0。1/",
  "http://[::1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[64:ff9b:1::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://localhost/",
  "http://LOCALHOST./",
  "http://0/",
  "http://0.0.0.0/",
  "http://[::]/",
];

const NOT_PUBLIC = [
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:8.8.8.8",
  "::8.8.8.8",
  "64:ff9b::808:808",
  "100::1",
  "2001::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:808:808::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fec0::1",
  "ff02::1",
];

const PUBLIC = ["1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1"];

const PUBLIC_6 = ["2001:200::1", "2606:4700:4700::1111", "2a00:1450:4001::200e"];

const family = (address: string): number => (address.includes(":") ? 6 : 4);

/** A resolver that gives one address after the other, and counts. */
function answering(...addresses: readonly string[]): LookUp & { asked: string[] } {
  const asked: string[] = [];
  const lookUp = async (hostname: string) => {
    const address = addresses[Math.min(asked.push(hostname), addresses.length) - 1]!;
    return [{ address, family: family(address) }];
  };
  return Object.assign(lookUp, { asked });
}

describe("an address", () => {
  for (const url of LOOPBACK) {
    it(`is refused if it means this machine: ${url}`, () =>
      assert.rejects(checkAddress(url, {}), { name: "RefusedAddress", message: /its host has no public address/ }));
  }

  it("is public unless a registry lists it as special", () => {
    const wrong = NOT_PUBLIC.filter((address) => isPublicAddress(address, family(address)));
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      [...PUBLIC, ...PUBLIC_6].filter((address) => !isPublicAddress(address, family(address))),
      [],
    );
  });

  it("is refused if any address of its host is not public", async () => {
    const lookUp: LookUp = async () => [
      { address: "1.1.1.1", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    await assert.rejects(checkAddress("http://example.org/", { lookUp }), { name: "RefusedAddress" });
  });

  it("does not disclose the address of a name in this network", () =>
    assert.rejects(checkAddress("http://intranet/", { lookUp: answering("10.1.2.3") }), (error) => {
      assert.doesNotMatch(String(error), /10\.1\.2\.3/);
      return true;
    }));

  it("with a password and a low port is refused for both", () =>
    assert.rejects(checkAddress("http://ann:secret@example.org:25/", { lookUp: answering("1.1.1.1") }), (error) => {
      assert.match(String(error), /user name or password/);
      assert.match(String(error), /port 25; use 80, 443 or a port from 1024 on/);
      assert.doesNotMatch(String(error), /secret/);
      return true;
    }));

  it("may be public, at any usual port", async () => {
    for (const url of ["http://example.org/", "https://example.org:443/x", "http://example.org:80/", "http://x:8080"]) {
      await checkAddress(url, { lookUp: answering("1.1.1.1") });
    }
  });

  it("that cannot be looked up passes the check, since the download will report it", () =>
    checkAddress("http://example.org/", { lookUp: () => Promise.reject(new Error("ENOTFOUND")) }));

  it("may be private if the policy allows it", () =>
    checkAddress("http://ann@127.0.0.1:25/", { privateAddresses: true }));

  it("of another scheme is refused under any policy", () =>
    assert.rejects(checkAddress("file:///etc/passwd", { privateAddresses: true }), { name: "BadSource" }));
});

describe("a name", () => {
  /** Resolve a name to a public address the first time, and to this machine from then on. */
  const changing = () => answering("1.1.1.1", "127.0.0.1");

  it("is resolved once for each connection", () =>
    withDirectory(async (directory) => {
      const lookUp = answering("127.0.0.1");
      const server = createServer((_request, response) => response.end("x"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const url = `http://changing.example:${(server.address() as AddressInfo).port}/`;
      try {
        const source = await download(url, { directory, lookUp, privateAddresses: true });
        assert.equal(source.size, 1);
        await source.close();
        assert.deepEqual(lookUp.asked, ["changing.example"]);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    }));

  it("that changes its address after it was checked is checked again when it is fetched", () =>
    withDirectory(async (directory) => {
      const lookUp = changing();
      await checkAddress("http://changing.example/", { lookUp });
      await assert.rejects(download("http://changing.example/", { directory, lookUp }), { name: "RefusedAddress" });
      assert.ok(await isEmptyDirectory(directory));
    }));

  it("that changes its address during the fetch is connected to at the checked address", () =>
    withDirectory(async (directory) => {
      const lookUp = changing();
      const bounds = { connectMs: 50 };
      // Nothing can be fetched from there here; what counts is that this machine, at the same port, is not asked.
      let reached = false;
      const server = createServer(() => (reached = true));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const url = `http://changing.example:${(server.address() as AddressInfo).port}/`;
      await assert.rejects(download(url, { directory, lookUp, bounds }), { name: "BadSource" });
      server.close();
      assert.deepEqual([reached, lookUp.asked], [false, ["changing.example"]]);
    }));
});
