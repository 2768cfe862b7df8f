import { COMPONENT_SCHEMAS } from "../../../web/http/openapi/document.js";
import type { Schema } from "../../../calls/schema.js";

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

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
