import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeTool, makeWhole } from "#src/features/assistants/tools/methods.js";
import { TOOLS } from "#src/features/assistants/tools/tools.js";
import { COMPONENT_SCHEMAS } from "#src/web/http/openapi/document.js";

describe("makeWhole", () => {
  it("takes in the schemas that a schema refers to, and those that they refer to", () => {
    const whole = makeWhole({ type: "object", properties: { a: { $ref: "#/components/schemas/MemberList" } } });
    assert.deepEqual(whole["properties"], { a: { $ref: "#/$defs/MemberList" } });
    assert.deepEqual(Object.keys(whole["$defs"] as object).toSorted(), [
      "Citation",
      "Member",
      "MemberList",
      "PlacedMember",
      "Value",
    ]);
    assert.deepEqual((whole["$defs"] as Record<string, unknown>)["Value"], COMPONENT_SCHEMAS["Value"]);
  });

  it("leaves one alone that refers to none", () => {
    assert.deepEqual(makeWhole({ type: "string" }), { type: "string" });
  });

  it("leaves no reference to the OpenAPI document in a tool", () => {
    for (const tool of TOOLS) assert.doesNotMatch(JSON.stringify(describeTool(tool)), /#\/components/, tool.name);
  });
});
