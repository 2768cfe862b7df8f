import { type Parameter, parameterNames, type RouteDescription } from "../../calls/route-description.js";
import type { ParametersByPath } from "../../core/query/call-parameters.js";
import {
  ANY_OBJECT,
  arrayOf,
  BOOLEAN,
  COUNT_SCHEMA,
  described,
  mapOf,
  NUMBER,
  object,
  optional,
  refer,
  type Schema,
  TEXT,
  URL,
} from "../../calls/schema.js";

/** Requests that are answered. */
export const RECONCILE_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/reconcile": [
    "/reconcile",
    `/reconcile?queries=${encodeURIComponent('{"q0": {"query": "north", "type": "region"}}')}`,
    "/reconcile?query=north",
    `/reconcile?extend=${encodeURIComponent('{"ids": ["region/North"], "properties": [{"id": "datasets"}]}')}`,
  ],
  "/reconcile/suggest/entity": ["/reconcile/suggest/entity?prefix=nor"],
  "/reconcile/suggest/type": ["/reconcile/suggest/type?prefix=reg"],
  "/reconcile/suggest/property": ["/reconcile/suggest/property?prefix=da"],
  "/reconcile/properties": ["/reconcile/properties?type=region&limit=2"],
  "/reconcile/flyout": ["/reconcile/flyout?id=region/North"],
  "/reconcile/preview": ["/reconcile/preview?id=region/North"],
  "/reconcile/view": ["/reconcile/view?id=region/North"],
};

const REQUESTED: readonly Parameter[] = [
  {
    name: "queries",
    description:
      'Queries by keys, as JSON: `{"q0": {"query": "Acme", "type": "to", "limit": 5}}`. `type` takes a taxonomy, or a list; `properties` with the `pid` `datasets` restricts a query to datasets; of `names`, `labels` and `num_entries` a candidate must have one of the values.',
    schema: TEXT,
  },
  { name: "query", description: "One query: a name, or JSON of a query.", schema: TEXT },
  {
    name: "extend",
    description: 'Properties of entities, as JSON: `{"ids": ["to/acme"], "properties": [{"id": "datasets"}]}`.',
    schema: TEXT,
  },
];

const OF_PROTOCOL =
  "Reconciliation Service API, version 0.2, which OpenRefine speaks. An entity is a member of a taxonomy in all datasets of spending that the caller may read; its identifier is the taxonomy, a slash and the name.";

/** Describe a call of the protocol. */
function describeCallOf(facts: Omit<RouteDescription, "tag">): RouteDescription {
  return { tag: "Search", ...facts };
}

export const RECONCILE_NAMES = describeCallOf({
  id: "reconcile",
  summary: "Find the members that names may stand for, for OpenRefine; without parameters, describe the service",
  details: `${OF_PROTOCOL} Candidates have words of the name in common. A score is 100 only for the same name, regardless of case and accents, and \`match\` is true only where it is the only one.`,
  parameters: REQUESTED,
  json: {
    anyOf: [
      refer("ReconciliationManifest"),
      refer("ReconciliationResult"),
      refer("ReconciledProperties"),
      mapOf(refer("ReconciliationResult")),
    ],
  },
});

export const POST_RECONCILIATION = describeCallOf({
  id: "reconcileForm",
  summary: "Find the members that names may stand for, with the parameters in a form",
  details: `${OF_PROTOCOL} The same as by \`GET\`; long batches of queries fit only here.`,
  parameters: REQUESTED,
  form: { files: [] },
  json: ANY_OBJECT,
  isForAll: true,
});

const PREFIX: Parameter = { name: "prefix", description: "The text typed so far, or an identifier.", schema: TEXT };
const CURSOR: Parameter = { name: "cursor", description: "Number of suggestions to skip.", schema: COUNT_SCHEMA };
const ID: Parameter = { name: "id", description: "Identifier of an entity.", schema: TEXT, required: true };
const SUGGESTED = object({
  result: arrayOf(optional(object({ id: TEXT, name: TEXT }), { description: TEXT, notable: arrayOf(ANY_OBJECT) })),
});

export const SUGGEST_ENTITIES = describeCallOf({
  id: "suggestEntities",
  summary: "Suggest members while a name is typed, for OpenRefine",
  details: OF_PROTOCOL,
  parameters: [PREFIX, { name: "type", description: "Taxonomy; by default all.", schema: TEXT }, CURSOR],
  json: SUGGESTED,
});

export const SUGGEST_TYPES = describeCallOf({
  id: "suggestTypes",
  summary: "Suggest taxonomies while one is typed, for OpenRefine",
  details: OF_PROTOCOL,
  parameters: [PREFIX, CURSOR],
  json: SUGGESTED,
});

export const SUGGEST_PROPERTIES = describeCallOf({
  id: "suggestProperties",
  summary: "Suggest properties of members while one is typed, for OpenRefine",
  details: OF_PROTOCOL,
  parameters: [PREFIX, CURSOR],
  json: SUGGESTED,
});

export const PROPOSE_PROPERTIES = describeCallOf({
  id: "proposeProperties",
  summary: "List the properties that can be read of members, for OpenRefine",
  details: OF_PROTOCOL,
  parameters: [
    { name: "type", description: "Taxonomy of the members; all have the same properties.", schema: TEXT },
    { name: "limit", description: "Maximum number of properties.", schema: COUNT_SCHEMA },
  ],
  json: optional(object({ type: TEXT, properties: arrayOf(object({ id: TEXT, name: TEXT })) }), {
    limit: COUNT_SCHEMA,
  }),
});

export const SHOW_FLYOUT = describeCallOf({
  id: "showFlyout",
  summary: "Read a few words about a member as HTML, for OpenRefine",
  details: OF_PROTOCOL,
  parameters: [ID],
  json: object({ id: TEXT, html: TEXT }),
  statuses: [404],
});

export const PREVIEW_ENTITY: RouteDescription = {
  id: "previewEntity",
  tag: "Pages",
  summary: "Show a member in a frame of OpenRefine",
  details: OF_PROTOCOL,
  parameters: [ID],
  samples: RECONCILE_SAMPLES["/reconcile/preview"]!,
  statuses: [404],
};

export const VIEW_ENTITY: RouteDescription = {
  id: "viewEntity",
  tag: "Pages",
  summary: "Go to the page of a member, from OpenRefine",
  details: OF_PROTOCOL,
  parameters: [ID],
  redirect: { to: "The page of the member in all datasets.", formats: ["html"] },
};

export const RECONCILE_SCHEMAS: Readonly<Record<string, Schema>> = {
  ReconciliationManifest: optional(
    object({
      versions: arrayOf(TEXT),
      name: TEXT,
      identifierSpace: URL,
      schemaSpace: URL,
      defaultTypes: arrayOf(object({ id: TEXT, name: TEXT })),
      preview: ANY_OBJECT,
      suggest: ANY_OBJECT,
      extend: ANY_OBJECT,
    }),
    { view: ANY_OBJECT, documentation: URL, serviceVersion: TEXT, batchSize: COUNT_SCHEMA },
  ),
  ReconciliationResult: optional(
    object({
      result: arrayOf(
        object({
          id: TEXT,
          name: TEXT,
          description: TEXT,
          type: arrayOf(object({ id: TEXT, name: TEXT })),
          score: described(NUMBER, "From 0 to 100."),
          match: described(BOOLEAN, "True for the only member whose name is the same, regardless of case and accents."),
          features: arrayOf(object({ id: TEXT, value: { anyOf: [NUMBER, BOOLEAN] } })),
        }),
      ),
    }),
    { errors: described(arrayOf(TEXT), "What is wrong with the query; the others of the batch are answered.") },
  ),
  ReconciledProperties: object({
    meta: arrayOf(object({ id: TEXT, name: TEXT })),
    rows: mapOf(mapOf(arrayOf(ANY_OBJECT))),
  }),
};

/** Parameters of the calls: they are no mistakes of those who write other calls. */
export const RECONCILE_PARAMETERS: ParametersByPath = Object.fromEntries(
  (
    [
      ["", RECONCILE_NAMES],
      ["/suggest/entity", SUGGEST_ENTITIES],
      ["/suggest/type", SUGGEST_TYPES],
      ["/suggest/property", SUGGEST_PROPERTIES],
      ["/properties", PROPOSE_PROPERTIES],
      ["/flyout", SHOW_FLYOUT],
      ["/preview", PREVIEW_ENTITY],
      ["/view", VIEW_ENTITY],
    ] as const
  ).map(([path, about]) => [`/reconcile${path}`, { names: parameterNames(about), areForeign: true }]),
);
