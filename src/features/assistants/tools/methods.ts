import { callTool } from "./call-tool.js";
import { describeTool } from "./describe-tool.js";
import { RpcError } from "./json-rpc.js";
import { listModels, MODEL_TEMPLATE, readModelResource } from "./model-resources.js";
import type { ToolScope } from "./tool.js";
import { TOOLS } from "./tools.js";

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
