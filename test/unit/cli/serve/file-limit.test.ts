import assert from "node:assert/strict";
import { it } from "node:test";
import { permittedConnections, readFileLimit, warnOfFew } from "#src/cli/serve/file-limit.js";

const limits = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units     
Max processes             96219                96219                processes 
Max open files            ${soft.padEnd(20)} 1048576              files     
`;

it("the limit on open files is the soft limit, and Infinity if the system does not report it", () => {
  assert.equal(readFileLimit(limits("1024")), 1024);
  assert.equal(readFileLimit(limits("unlimited")), Infinity);
  assert.equal(readFileLimit(""), Infinity);
});

it("some descriptors are reserved, and a low limit is warned of", () => {
  assert.equal(permittedConnections(1024), 824);
  assert.equal(permittedConnections(100), 1);
  assert.equal(
    warnOfFew(1024),
    "the limit of 1024 open files allows only 824 connections; to allow more, raise LimitNOFILE= in the systemd unit, or ulimit -n",
  );
  assert.equal(warnOfFew(65_536), undefined);
  assert.equal(warnOfFew(Infinity), undefined);
});
