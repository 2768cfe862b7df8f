import { callTool } from "./call-tool.js";
import { RpcError } from "./json-rpc.js";
import { listModels, MODEL_TEMPLATE, readModelResource } from "./model-resources.js";
import type { ToolScope, Tool } from "./tool.js";
import { TOOLS } from "./tools.js";
import type { Parameter } from "../../../calls/route-description.js";
import type { Schema } from "../../../calls/schema.js";
import { COMPONENT_SCHEMAS } from "../../../web/http/openapi/document.js";

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** Versions of the protocol, the newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18"];

/** The services that methods use. */
export interface MethodScope extends ToolScope {
  /** Version of the program. */
  readonly version: string;
}

/** A method of the protocol. @throws RpcError for wrong parameters */
type Method = (scope: MethodScope, params: Readonly<Record<string, unknown>>) => object | Promise<object>;

/** All methods with an answer. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["initialize", initialize],
  ["ping", () => ({})],
  ["tools/list", onOnePage(() => ({ tools: TOOLS.map(describeTool) }))],
  ["tools/call", callTool],
  ["resources/list", onOnePage(async (scope) => ({ resources: await listModels(scope) }))],
  ["resources/templates/list", onOnePage(() => ({ resourceTemplates: [MODEL_TEMPLATE] }))],
  ["resources/read", (scope, { uri }) => readModelResource(scope, uri)],
]);

const INSTRUCTIONS = `This site publishes public budgets and spending. Begin with find_datasets, then describe_dataset. Find codes with find_members before you cut: they cannot be guessed. aggregate gives exact figures; never add up figures yourself where one call can. Answers begin with warnings and notes, which change what figures mean: repeat those that concern your answer. They end with the address to cite: cite it. Search for single entries with search_entries.`;

function initialize({ version }: MethodScope, { protocolVersion }: Readonly<Record<string, unknown>>): object {
  if (typeof protocolVersion !== "string") {
    throw new RpcError("invalidParams", 'Invalid params: "protocolVersion" must be a text');
  }
  return {
    // The client decides whether it knows the version that is offered instead of its own.
    protocolVersion: PROTOCOL_VERSIONS.includes(protocolVersion) ? protocolVersion : PROTOCOL_VERSIONS[0],
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: "spendcube", title: "spendcube", version },
    instructions: INSTRUCTIONS,
  };
}

/** Refuse places in a list of one page. */
function onOnePage(list: (scope: MethodScope) => object | Promise<object>): Method {
  return (scope, { cursor }) => {
    if (cursor !== undefined) throw new RpcError("invalidParams", "Invalid params: the list has one page, no cursor");
    return list(scope);
  };
}

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

/** Make a schema whole: those that it refers to in the OpenAPI document become `$defs` of its own. */
export function makeWhole(schema: Schema): Schema {
  const texts = new Map<string, string>();
  const take = (text: string): string =>
    text.replaceAll(REFERENCE, (_, name: string) => {
      if (!texts.has(name)) {
        // Set first: schemas may refer to each other in a circle.
        texts.set(name, "");
        texts.set(name, take(JSON.stringify(COMPONENT_SCHEMAS[name])));
      }
      return `"#/$defs/${name}"`;
    });
  const whole = JSON.parse(take(JSON.stringify(schema))) as Schema;
  if (texts.size === 0) return whole;
  return { ...whole, $defs: Object.fromEntries([...texts].map(([name, text]) => [name, JSON.parse(text) as Schema])) };
}
