import type { Document } from "../http/protocol/document.js";
import type { Random } from "../unit/engines/kernel/random.js";
import { makeMessage } from "./messages.js";
import { encode, type FuzzedRequest, makeBody, makeHeaders, PARAMETERS, value } from "./parameters.js";

/** Parts of paths that exist, by their names in the document. */
const SEGMENTS: Readonly<Record<string, readonly string[]>> = {
  dataset: ["uk-spending", "town", "town@1", "town@2", "secret", "secret@1", "ours", "none"],
  dimension: ["region", "function", "cofog1", "side", "time", "invoice"],
  name: ["UKI", "North", "1", "cold", "10"],
  reference: ["region", "region.name", "function.label", "cofog1.color", "side", "x.y"],
  id: ["0".repeat(40)],
  source: ["1", "2", "9"],
  run: ["1", "2", "99"],
  row: ["1", "2", "3", "9999"],
  draft: ["x", "0".repeat(32)],
  file: ["style.css", "x.js"],
};

/** Generate a request of any call of the interface's document, with the parameters that the document lists. */
export function makeDocumented({ paths, components }: Document, random: Random): FuzzedRequest {
  const template = random.pick(Object.keys(paths));
  const operations = paths[template]!;
  const method = random.pick(Object.keys(operations).filter((each) => "responses" in operations[each]!));
  let isWhole = true;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = SEGMENTS[name] ?? [];
    if (known.length > 0 && random.chance(90)) return random.pick(known);
    isWhole = false;
    return encode(random, value(random));
  });
  const named = operations[method]!.parameters.map((each) =>
    each.$ref === undefined
      ? each
      : (components["parameters"]![each.$ref.split("/").at(-1)!] as { name: string; in: string }),
  );
  const pairs = named
    .filter((each) => each.in === "query" && random.chance(25))
    .map(({ name }) => `${name}=${encode(random, (PARAMETERS[name!] ?? value)(random))}`);
  const body = method === "post" ? (template === "/mcp" ? makeMessage(random) : makeBody(random)) : undefined;
  return {
    method: method.toUpperCase(),
    target: path + (pairs.length > 0 ? `?${pairs.join("&")}` : ""),
    headers: makeHeaders(random),
    body,
    ...(isWhole ? { template } : {}),
  };
}
