import { CALL_LISTS } from "../../../core/query/parameters.js";
import type { Parameter, RouteDescription } from "../../../calls/route-description.js";
import { arrayOf, TEXT } from "../../../calls/schema.js";

/** Return the parameters of a call as arguments of a tool: lists may also be JSON arrays. @param without names to leave out */
export function listArguments({ parameters = [] }: RouteDescription, without: readonly string[]): readonly Parameter[] {
  return parameters
    .filter(({ name }) => !without.includes(name))
    .map((parameter) => {
      const isList = CALL_LISTS.has(parameter.name) || parameter.name === "fq";
      if (!isList || parameter.schema["type"] !== "string") return parameter;
      // Several hosts refuse schemas with a list of types.
      return { ...parameter, schema: { anyOf: [parameter.schema, arrayOf(TEXT)] } };
    });
}
