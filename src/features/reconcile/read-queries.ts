import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";

/** A query of a batch. */
export interface ReconciliationQuery {
  readonly query: string;
  readonly types: readonly string[];
  readonly limit: number;
  /** Names of datasets that it is restricted to; `null` for all. */
  readonly datasets: readonly string[] | null;
  /** Values of other properties: a candidate has one of each. */
  readonly properties: readonly RequiredProperty[];
}

/** A property of which a candidate has one of some values. */
export interface RequiredProperty {
  readonly id: string;
  readonly values: readonly string[];
}

/** A query of a batch that is none, with what is wrong with it. */
export interface RefusedQuery {
  readonly errors: readonly string[];
}

/** A request for properties of entities. */
export interface ExtensionRequest {
  readonly ids: readonly string[];
  /** Identifiers of properties. */
  readonly properties: readonly string[];
}

/** Maximum number of queries in a batch, of entities of an extension, and of candidates. */
export const MAX_QUERIES = 100;
const MAX_ENTITIES = 100;
const MAX_CANDIDATES = 100;
const DEFAULT_LIMIT = 10;

type Json = Readonly<Record<string, unknown>>;

/** Read a batch of queries by their keys. @throws InvalidQuery with every error if all are wrong */
export function readQueries(text: string): ReadonlyMap<string, ReconciliationQuery | RefusedQuery> {
  const batch = readObject("queries", text, '{"q0": {"query": "Acme"}}');
  const entries = Object.entries(batch);
  if (entries.length > MAX_QUERIES)
    throw new InvalidQuery(
      errorText("too_many_queries", { parameter: "queries", count: entries.length, maximum: MAX_QUERIES }),
    );
  const queries = new Map(
    entries.map(([key, given]): [string, ReconciliationQuery | RefusedQuery] => {
      const errors: string[] = [];
      const query = readQuery(`queries: "${key}"`, given, errors);
      return [key, errors.length > 0 ? { errors } : query];
    }),
  );
  const refused = [...queries.values()].filter((each) => "errors" in each);
  if (refused.length > 0 && refused.length === queries.size)
    throw new InvalidQuery(refused.flatMap(({ errors }) => errors));
  return queries;
}

/** Read a single query: a name, or JSON of a query. @throws InvalidQuery */
export function readSingleQuery(text: string): ReconciliationQuery {
  if (!text.trimStart().startsWith("{")) return readQuery("query", { query: text }, []);
  const errors: string[] = [];
  const query = readQuery("query", readObject("query", text, '{"query": "Acme"}'), errors);
  if (errors.length > 0) throw new InvalidQuery(errors);
  return query;
}

/** Read a request for properties. @throws InvalidQuery with every error */
export function readExtension(text: string): ExtensionRequest {
  const { ids, properties } = readObject("extend", text, EXTENSION);
  const named = Array.isArray(properties) ? properties.map((each) => (isJson(each) ? each["id"] : each)) : null;
  if (!isTexts(ids) || !isTexts(named)) throw new InvalidQuery(notJson("extend", EXTENSION));
  if (ids.length > MAX_ENTITIES)
    throw new InvalidQuery(
      errorText("too_many_queries", { parameter: "extend", count: ids.length, maximum: MAX_ENTITIES }),
    );
  return { ids: [...new Set(ids)], properties: [...new Set(named)] };
}

const EXTENSION = '{"ids": ["to/acme"], "properties": [{"id": "datasets"}]}';

function readQuery(place: string, given: unknown, errors: string[]): ReconciliationQuery {
  const { query = "", type = [], limit = DEFAULT_LIMIT, properties = [] } = isJson(given) ? given : {};
  const types = typeof type === "string" ? [type] : type;
  const isRight =
    isJson(given) &&
    typeof query === "string" &&
    isTexts(types) &&
    typeof limit === "number" &&
    Array.isArray(properties) &&
    ("query" in given || properties.length > 0);
  if (!isRight) errors.push(`${place} ${errorText("not_a_reconciliation_query")}`);
  return {
    query: typeof query === "string" ? query : "",
    types: isTexts(types) ? types : [],
    limit: Math.min(MAX_CANDIDATES, Math.max(0, Math.trunc(Number(limit)) || 0)),
    ...readProperties(Array.isArray(properties) ? properties : []),
  };
}

/** Read the datasets that a query names as a property, and the other properties. */
function readProperties(given: readonly unknown[]): Pick<ReconciliationQuery, "datasets" | "properties"> {
  const named = given.filter(isJson).map(({ pid, v }) => ({
    id: String(pid),
    values: [v].flat().map((value) => String(isJson(value) ? value["id"] : value)),
  }));
  const ofDatasets = named.filter(({ id }) => id === "datasets");
  return {
    datasets: ofDatasets.length === 0 ? null : ofDatasets.flatMap(({ values }) => values),
    properties: named.filter(({ id }) => id !== "datasets"),
  };
}

function readObject(parameter: string, text: string, example: string): Json {
  try {
    const json: unknown = JSON.parse(text);
    if (isJson(json)) return json;
  } catch {
    // Said below.
  }
  throw new InvalidQuery(notJson(parameter, example));
}

function notJson(parameter: string, example: string): string {
  return `${parameter}: ${errorText("not_json_like", { example })}`;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
