import type { Parameter } from "../../../calls/route-description.js";
import type { Schema } from "../../../calls/schema.js";
import type { Tool } from "./tool.js";
import { makeWhole } from "./whole-schema.js";

/** Describe a tool as `tools/list` does. */
export function describeTool({ name, title, description, parameters, output }: Tool): Schema {
  return {
    name,
    title,
    description,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(parameters.map((each) => [each.name, describeArgument(each)])),
      required: parameters.flatMap((each) => (each.required ? [each.name] : [])),
      additionalProperties: false,
    },
    outputSchema: makeWhole(output),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  };
}

function describeArgument({ schema, description, example, examples = {} }: Parameter): Schema {
  const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
  return { ...schema, description, ...(values.length > 0 && { examples: values }) };
}
