import { isSuffix } from "../request/representations.js";
import { AGGREGATE_SCHEMAS } from "./aggregate.js";
import { DATASET_SCHEMAS } from "./datasets.js";
import type { DescribedRoute } from "./described-route.js";
import { TAGS } from "./description.js";
import { DIMENSION_SCHEMAS } from "./dimensions.js";
import { ENTRY_SCHEMAS } from "./entries.js";
import { HEALTH_SCHEMAS } from "./health.js";
import { INTERFACE_SCHEMAS } from "./interface.js";
import { LOADING_SCHEMAS } from "./loading.js";
import { PERMISSION_SCHEMAS } from "./permissions.js";
import { describeOperation, type Variant } from "./operation.js";
import { SHARED_PARAMETERS } from "./parameters.js";
import { HEADERS, PROBLEM_RESPONSES, PROBLEM_SCHEMAS } from "./responses.js";
import type { Schema } from "./schema.js";
import { SEARCH_SCHEMAS } from "./search.js";
import { TAX_SCHEMAS } from "./tax.js";

const INTRODUCTION = `Every \`GET\` is also a \`HEAD\`, and \`OPTIONS\` tells the methods of a path. Unknown parameters are ignored; an empty value means that the parameter is absent. List parameters may be repeated instead of joined by pipes; of others the last one counts. Bodies over 1 KiB are compressed as \`Accept-Encoding\` allows.

A resource has a path for each of its forms, with a suffix, and one without, which goes by \`Accept\`. Anything wrong is answered with \`errors\`, all at once.`;

/**
 * The OpenAPI 3.1 document of a table of routes.
 * @param server prefix of every path
 */
export function makeDocument(routes: readonly DescribedRoute[], version: string, server: string): Schema {
  return {
    openapi: "3.1.0",
    info: {
      title: "spendcube",
      summary: "Publishes public budgets and spending, with exact totals.",
      description: INTRODUCTION,
      version,
      license: { name: "MIT", identifier: "MIT" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: server }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: describePaths(routes),
    components: {
      schemas: {
        ...AGGREGATE_SCHEMAS,
        ...DATASET_SCHEMAS,
        ...DIMENSION_SCHEMAS,
        ...ENTRY_SCHEMAS,
        ...SEARCH_SCHEMAS,
        ...LOADING_SCHEMAS,
        ...PERMISSION_SCHEMAS,
        ...TAX_SCHEMAS,
        ...INTERFACE_SCHEMAS,
        ...HEALTH_SCHEMAS,
        ...PROBLEM_SCHEMAS,
      },
      parameters: SHARED_PARAMETERS,
      responses: PROBLEM_RESPONSES,
      headers: HEADERS,
      securitySchemes: {
        ApiKey: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`ApiKey`, a space, and the key that the user's settings show.",
        },
      },
    },
  };
}

function describePaths(routes: readonly DescribedRoute[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    for (const [path, variant] of listVariants(route)) {
      const operations = (paths[path] ??= {});
      operations[route.method.toLowerCase()] = describeOperation(variant);
    }
  }
  return paths;
}

/** The paths of a route: as it stands, and with the suffix of each form that a suffix can name. */
function listVariants(route: DescribedRoute): readonly (readonly [path: string, variant: Variant])[] {
  const { path, kind, forms } = route;
  const whole = [path, { route, forms, suffix: undefined }] as const;
  if (kind === "api") return [whole];
  return [
    whole,
    // A path without a name has nothing that a suffix could stand behind.
    ...(path === "/" ? [] : forms.filter(isSuffix)).map(
      (form) => [`${path}.${form}`, { route, forms: [form], suffix: form }] as const,
    ),
  ];
}
