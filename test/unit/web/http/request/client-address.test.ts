import assert from "node:assert/strict";
import { it } from "node:test";
import { clientAddress } from "#src/web/http/request/client-address.js";

const CASES: readonly (readonly [written: string | undefined, proxies: number, address: string])[] = [
  [undefined, 0, "peer"],
  [undefined, 1, "peer"],
  ["198.51.100.1", 0, "peer"],
  ["198.51.100.1", 1, "198.51.100.1"],
  ["forged, 198.51.100.1", 1, "198.51.100.1"],
  ["203.0.113.7,198.51.100.1", 1, "198.51.100.1"],
  ["203.0.113.7, 198.51.100.1, 10.0.0.1", 2, "198.51.100.1"],
  ["198.51.100.1", 2, "198.51.100.1"],
  ["2001:db8::1", 1, "2001:db8::1"],
  ["[2001:db8::1]:4711", 1, "2001:db8::1"],
  ["198.51.100.1:4711", 1, "198.51.100.1"],
  ["198.51.100.1, unknown", 1, "peer"],
  ["198.51.100.1,", 1, "peer"],
  ["", 1, "peer"],
];

for (const [written, proxies, address] of CASES) {
  it(`of ${JSON.stringify(written ?? null)} behind ${proxies} proxies is ${address}`, () => {
    const headers = new Map(written === undefined ? [] : [["x-forwarded-for", written]]);
    assert.equal(clientAddress({ headers }, "peer", proxies), address);
  });
}
