import { isSuffix } from "../request/representations.js";
import { AGGREGATE_SCHEMAS } from "../../../calls/reading/aggregate/aggregate-route.js";
import { DATASET_SCHEMAS } from "../../../calls/views/resources/dataset-routes.js";
import type { DescribedFeature, DescribedRoute } from "./described-route.js";
import { TAGS } from "../../../calls/route-description.js";
import { DIMENSION_SCHEMAS } from "../../../calls/views/resources/dimension-routes.js";
import { ENTRY_SCHEMAS } from "../../../calls/reading/describe/entry-schema.js";
import { VERSION_SCHEMAS } from "../../../calls/reading/changes/version-routes.js";
import { HEALTH_SCHEMAS } from "../../../calls/health-routes.js";
import { INTERFACE_SCHEMAS } from "./interface.js";
import { LOADING_SCHEMAS } from "./loading.js";
import { PERMISSION_SCHEMAS } from "../../../calls/permissions-route.js";
import { describeOperation, type Variant } from "./operation.js";
import { SHARED_PARAMETERS } from "../../../calls/shared-parameters.js";
import { HEADERS, PROBLEM_RESPONSES, PROBLEM_SCHEMAS } from "./responses.js";
import { described, optional, refer, type Schema } from "../../../calls/schema.js";
import { SEARCH_SCHEMAS } from "../../../calls/reading/search/search-route.js";
import { SUGGEST_SCHEMAS } from "../../../calls/views/suggest/suggest-route.js";

const INTRODUCTION = `Every path with \`GET\` also answers \`HEAD\`; \`OPTIONS\` lists the methods of a path. Unknown parameters are ignored, and an empty value counts as absent. \`warnings\` beside a JSON result names those that are misspelt or belong to another call. Parameters that are lists may be repeated instead of joined by pipes; of any other repeated parameter the last value counts. Bodies over 1 KiB are compressed if \`Accept-Encoding\` allows it.

A resource has one path for each of its formats, with a suffix such as \`.json\`, and one path without a suffix, where \`Accept\` chooses the format. An error answer lists in \`errors\` everything that is wrong with the request, not only the first problem.`;

/** Answers about one version of a dataset. */
const CITED = [
  "Aggregate",
  "SearchResult",
  "Dataset",
  "Model",
  "CountedDimension",
  "MemberList",
  "PlacedMember",
  "Entry",
  "SourceRow",
  "Suggestions",
];

/** Schemas that others refer to, by name. */
export const COMPONENT_SCHEMAS: Readonly<Record<string, Schema>> = withCitations(
  {
    ...AGGREGATE_SCHEMAS,
    ...DATASET_SCHEMAS,
    ...DIMENSION_SCHEMAS,
    ...ENTRY_SCHEMAS,
    ...VERSION_SCHEMAS,
    ...SEARCH_SCHEMAS,
    ...SUGGEST_SCHEMAS,
    ...LOADING_SCHEMAS,
    ...PERMISSION_SCHEMAS,
    ...INTERFACE_SCHEMAS,
    ...HEALTH_SCHEMAS,
    ...PROBLEM_SCHEMAS,
  },
  CITED,
);

/** Add the citation to what has one if it is asked for. */
function withCitations(
  schemas: Readonly<Record<string, Schema>>,
  cited: readonly string[],
): Readonly<Record<string, Schema>> {
  const citation = described(refer("Citation"), "Only with `cite=true`.");
  return {
    ...schemas,
    ...Object.fromEntries(cited.map((name) => [name, optional(schemas[name]!, { citation })])),
  };
}

/**
 * Make the OpenAPI 3.1 document of a table of routes.
 * @param features those that the routes are of, among others
 * @param server prefix of every path
 */
export function makeDocument(
  routes: readonly DescribedRoute[],
  features: readonly DescribedFeature[],
  version: string,
  server: string,
): Schema {
  const used = new Set(routes.map(({ about }) => about.tag));
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
    tags: Object.entries(TAGS).flatMap(([name, description]) =>
      used.has(name as keyof typeof TAGS) ? [{ name, description }] : [],
    ),
    paths: describePaths(routes),
    components: {
      schemas: Object.assign(
        {},
        COMPONENT_SCHEMAS,
        ...features.map(({ schemas = {}, cited = [] }) => withCitations(schemas, cited)),
      ) as Readonly<Record<string, Schema>>,
      parameters: SHARED_PARAMETERS,
      responses: PROBLEM_RESPONSES,
      headers: HEADERS,
      securitySchemes: {
        ApiKey: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "The word `ApiKey`, a space, and the key, which the page `/settings` shows.",
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

/** List the paths of a route: without a suffix, and with the suffix of each format that has one. */
function listVariants(route: DescribedRoute): readonly (readonly [path: string, variant: Variant])[] {
  const { path, kind, formats } = route;
  const whole = [path, { route, formats, suffix: undefined }] as const;
  if (kind === "api") return [whole];
  return [
    whole,
    // The root has no segment that a suffix could follow, and a file needs no second one.
    ...(path === "/" ? [] : formats.filter((format) => isSuffix(format, formats) && !path.endsWith(`.${format}`))).map(
      (format) => [`${path}.${format}`, { route, formats: [format], suffix: format }] as const,
    ),
  ];
}
