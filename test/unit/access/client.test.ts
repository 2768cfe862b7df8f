import assert from "node:assert/strict";
import { it } from "node:test";
import { clientOf } from "#src/access/client.js";

const CASES: readonly (readonly [address: string, client: string])[] = [
  ["203.0.113.7", "203.0.113.7"],
  ["2001:0db8:0000:0000:1111:2222:3333:4444", "2001:db8:0:0"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["2001:DB8:0:0:ffff::", "2001:db8:0:0"],
  ["2001:db8:0:1::", "2001:db8:0:1"],
  ["::1", "0:0:0:0"],
  ["::", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["0000:0000:0000:0000:0000:ffff:cb00:7107", "cb00:7107"],
  ["", ""],
  ["whatever a proxy says", "whatever a proxy says"],
];

for (const [address, client] of CASES) {
  it(`counts ${JSON.stringify(address)} as ${JSON.stringify(client)}`, () => {
    assert.equal(clientOf(address), client);
  });
}
