import assert from "node:assert/strict";
import { it } from "node:test";
import { citeAll } from "#src/features/assistants/tools/cite.js";

it("cites each dataset of a union by itself", () => {
  const scope = { origin: "http://x", numberOf: () => 3 } as unknown as Parameters<typeof citeAll>[0];
  assert.equal(citeAll(scope, ["a|b", "b"]), "http://x/a@3 http://x/b@3");
});
