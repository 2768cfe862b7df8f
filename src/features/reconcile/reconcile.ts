import type { Actor } from "../../access/actor.js";
import type { Answer } from "../../calls/answer.js";
import type { Context } from "../../calls/context.js";
import { PLAIN_SITE } from "../../calls/site.js";
import { holdsList } from "../../calls/reading/lookup/holds-list.js";
import { listSpending } from "../../calls/reading/lookup/find-dataset.js";
import { answerOfSeveral } from "../../calls/reading/lookup/several-datasets.js";
import type { DatasetsScope } from "../../calls/reading/members/datasets-scope.js";
import { findNamesakes } from "../../calls/reading/members/find-namesakes.js";
import { beginEffort } from "../../core/engine/query-cost.js";
import type { Parameters } from "../../core/query/parameters.js";
import { summarizeVersion } from "../../store/dataset.js";
import type { CallInput } from "../../web/http/message/route.js";
import { explainEntity, readEntityId, type ReconciledEntity, uniteEntities } from "./entity.js";
import { type ReconciliationCandidate, findCandidates, listTypes } from "./find-candidates.js";
import { describeManifest } from "./manifest.js";
import { ENTITY_PROPERTIES } from "./properties.js";
import { acceptingOf, namesOf } from "./required-properties.js";
import {
  type ExtensionRequest,
  readExtension,
  readQueries,
  readSingleQuery,
  type ReconciliationQuery,
} from "./read-queries.js";

type Input = Pick<CallInput, "actor" | "parameters" | "origin" | "cancel">;

/** Parameters of which a request has one; without any, it is for the manifest. */
export const RECONCILED = ["queries", "query", "extend"] as const;

/** Estimated steps: of an answer, and for each name and dataset that it is looked for in. */
const STEPS = 1_500_000;
const STEPS_PER_DATASET = 2000;

/** `GET /reconcile`: the manifest, the candidates for names, or properties of entities. */
export function reconcile(context: Context, { actor, parameters, origin, cancel }: Input): Answer {
  const scope: DatasetsScope = { context, actor, datasets: listSpending(context, actor), signal: cancel };
  const requested = RECONCILED.find((name) => parameters.get(name) !== undefined);
  if (requested === undefined) return answerAbout(scope, "manifest", async () => describeService(scope, origin));
  const text = parameters.get(requested)!;
  const canonical = JSON.stringify([requested, text]);
  if (requested === "extend") {
    const request = readExtension(text);
    return answerAbout(scope, canonical, () => extend(scope, request), request.ids.length);
  }
  if (requested === "query") {
    const query = readSingleQuery(text);
    return answerAbout(scope, canonical, () => answerQuery(scope, query), 1);
  }
  const queries = readQueries(text);
  const answer = async (): Promise<object> => {
    const results: [string, object][] = [];
    for (const [key, query] of queries) {
      results.push([key, "errors" in query ? { result: [], ...query } : await answerQuery(scope, query)]);
    }
    return Object.fromEntries(results);
  };
  return answerAbout(scope, canonical, answer, queries.size);
}

/** Answer something about members of all datasets. @param names number of names that are looked for; 0 for none */
export function answerAbout(
  { context, actor, datasets, signal }: DatasetsScope,
  canonical: string,
  compute: () => Promise<object>,
  names = 0,
): Answer {
  const effort = beginEffort([], canonical, datasets.length);
  return {
    ...answerOfSeveral(context, actor, datasets),
    canonical: `reconcile ${canonical}`,
    lasts: false,
    cited: undefined,
    holds: holdsList(context),
    effort,
    ...(names > 0 && { estimate: () => STEPS + names * datasets.length * STEPS_PER_DATASET }),
    formats: {
      json: async () => ({ chunks: [JSON.stringify(await context.queue.run(compute, signal, effort))] }),
    },
  };
}

async function describeService({ context, datasets }: DatasetsScope, origin: string): Promise<object> {
  const { site = PLAIN_SITE, version } = context;
  return describeManifest({
    origin,
    site: site.name,
    version,
    types: listTypes(datasets),
    hasPages: context.pathOfMember !== undefined,
  });
}

async function answerQuery(scope: DatasetsScope, query: ReconciliationQuery): Promise<object> {
  const { datasets: named, types, limit } = query;
  const datasets = named
    ? scope.datasets.filter((each) => named.includes(summarizeVersion(each).metadata.name))
    : scope.datasets;
  const chosen = { ...scope, datasets };
  const accepts = acceptingOf(query);
  const found = new Map<string, ReconciliationCandidate>();
  for (const name of namesOf(query)) {
    const candidates =
      (await findIdentified(chosen, name, accepts)) ?? (await findCandidates(chosen, { name, types, limit, accepts }));
    for (const each of candidates) found.set(each.entity.id, each);
  }
  const isMatch = [...found.values()].filter(({ match }) => match).length === 1;
  const best = [...found.values()].toSorted((a, b) => b.score - a.score).slice(0, limit);
  return { result: best.map((each) => describeCandidate({ ...each, match: each.match && isMatch })) };
}

/** Find the entity whose identifier a query is; `null` if it is none that is accepted. */
async function findIdentified(
  scope: DatasetsScope,
  text: string,
  accepts: (entity: ReconciledEntity) => boolean,
): Promise<readonly ReconciliationCandidate[] | null> {
  const shared = readEntityId(text);
  const [entity, ...others] = shared ? uniteEntities(await findNamesakes(scope, shared)) : [];
  return entity && others.length === 0 && accepts(entity) ? [{ entity, score: 100, match: true }] : null;
}

function describeCandidate({ entity, score, match }: ReconciliationCandidate): object {
  const { id, label, taxonomy, typeLabel } = entity;
  return {
    id,
    name: label,
    description: explainEntity(entity),
    type: [{ id: taxonomy, name: typeLabel }],
    score,
    match,
    features: [
      { id: "same_name", value: score === 100 },
      { id: "num_entries", value: entity.numEntries },
    ],
  };
}

/** Read properties of entities. Unknown entities and properties have no values. */
async function extend(scope: DatasetsScope, { ids, properties }: ExtensionRequest): Promise<object> {
  const known = properties.flatMap((id) => ENTITY_PROPERTIES.find((each) => each.id === id) ?? []);
  const rows: [string, object][] = [];
  for (const id of ids) {
    const shared = readEntityId(id);
    const namesakes = shared ? await findNamesakes(scope, shared) : [];
    const values = properties.map((property): [string, object] => {
      const of = known.find((each) => each.id === property);
      return [property, of && namesakes.length > 0 ? of.valuesOf(namesakes) : []];
    });
    rows.push([id, Object.fromEntries(values)]);
  }
  const meta = properties.map((id) => ({ id, name: known.find((each) => each.id === id)?.name ?? id }));
  return { meta, rows: Object.fromEntries(rows) };
}

/** Return what a request asks for as the parameters of the same call by `GET`; none for the manifest. */
export function pairsOfForm(form: Parameters): readonly (readonly [string, string])[] {
  return RECONCILED.flatMap((name) => {
    const text = form.get(name);
    return text === undefined ? [] : [[name, text] as const];
  });
}

/** List the datasets that a caller may read, as a scope. */
export function scopeOf(context: Context, actor: Actor, signal: DatasetsScope["signal"]): DatasetsScope {
  return { context, actor, datasets: listSpending(context, actor), signal };
}
