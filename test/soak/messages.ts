import type { Random } from "../unit/engines/kernel/random.js";
import { PARAMETERS, value } from "./parameters.js";

const TOOLS = ["find_datasets", "describe_dataset", "find_members", "aggregate", "search_entries", "what_changed", "x"];
const ARGUMENTS = [
  "dataset",
  "q",
  "query",
  "cut",
  "drilldown",
  "measure",
  "measures",
  "order",
  "pagesize",
  "from",
  "to",
];

/** Generate a message of an AI assistant (JSON-RPC), sometimes with errors. */
export function makeMessage(random: Random): string {
  if (random.chance(5)) return value(random);
  const message = (): unknown => ({
    jsonrpc: random.chance(95) ? "2.0" : value(random),
    id: random.pick([1, "a", null, -1.5, [], undefined]),
    ...random.pick([
      () => ({ method: "tools/call", params: { name: random.pick(TOOLS), arguments: makeArguments(random) } }),
      () => ({ method: "tools/call", params: { name: random.pick(TOOLS), arguments: makeArguments(random) } }),
      () => ({ method: random.pick(["initialize", "ping", "tools/list", "resources/list", "prompts/list", "x"]) }),
      () => ({ method: "initialize", params: { protocolVersion: value(random), capabilities: {} } }),
      () => ({ method: "resources/read", params: { uri: `spendcube://${value(random)}` } }),
      () => ({ result: value(random) }),
      () => ({ method: 1, params: "x" }),
    ])(),
  });
  return JSON.stringify(random.chance(90) ? message() : [message(), message()]);
}

function makeArguments(random: Random): unknown {
  if (random.chance(5)) return random.pick([null, 1, "x", []]);
  const names = ARGUMENTS.filter(() => random.chance(30));
  if (random.chance(80)) names.push("dataset");
  return Object.fromEntries(names.map((name) => [name, makeArgument(name, random)]));
}

function makeArgument(name: string, random: Random): unknown {
  const text = (PARAMETERS[name] ?? value)(random);
  return random.pick([
    () => text,
    () => text,
    () => text.split("|"),
    () => ({ [value(random)]: text }),
    () => random.pick([null, true, 0, -1, 1e308]),
  ])();
}
