import type { Context } from "../../calls/context.js";
import type { Answer } from "../../calls/answer.js";
import { findNamesakes } from "../../calls/reading/members/find-namesakes.js";
import { foldText } from "../../core/query/text/fold-text.js";
import type { CallInput } from "../../web/http/message/route.js";
import { explainEntity, readEntityId, type ReconciledEntity, uniteEntities } from "./entity.js";
import { findBeginning, listTypes } from "./find-candidates.js";
import { ENTITY_PROPERTIES } from "./properties.js";
import { answerAbout, scopeOf } from "./reconcile.js";

/** Maximum number of suggestions of a page, and of those before it. */
const SHOWN = 20;
const MAX_SKIPPED = 10_000;

/** `GET /reconcile/suggest/entity`: the entities of which a name begins with what is typed, or that have it as identifier. */
export function suggestEntities(context: Context, { actor, parameters, cancel }: CallInput): Answer {
  const scope = scopeOf(context, actor, cancel);
  const prefix = parameters.get("prefix") ?? "";
  const type = parameters.get("type");
  const cursor = Math.min(readCursor(parameters.get("cursor")), MAX_SKIPPED);
  const suggest = async (): Promise<object> => {
    const shared = readEntityId(prefix);
    const identified = shared ? uniteEntities(await findNamesakes(scope, shared)) : [];
    const beginning = await findBeginning(scope, prefix, type ? [type] : [], cursor + 2 * SHOWN);
    const known = new Set(identified.map(({ id }) => id));
    const found = [...identified, ...beginning.filter(({ id }) => !known.has(id))];
    return { result: found.slice(cursor, cursor + SHOWN).map(describeSuggested) };
  };
  return answerAbout(scope, JSON.stringify(["entity", prefix, type, cursor]), suggest, 1);
}

/** `GET /reconcile/suggest/type`: the taxonomies whose name or identifier begins with what is typed. */
export function suggestTypes(context: Context, { actor, parameters, cancel }: CallInput): Answer {
  const scope = scopeOf(context, actor, cancel);
  const [prefix, cursor] = [parameters.get("prefix") ?? "", readCursor(parameters.get("cursor"))];
  const suggest = async (): Promise<object> => ({ result: pick(listTypes(scope.datasets), prefix, cursor) });
  return answerAbout(scope, JSON.stringify(["type", prefix, cursor]), suggest);
}

/** `GET /reconcile/suggest/property`: the properties whose name or identifier begins with what is typed. */
export function suggestProperties(context: Context, { actor, parameters, cancel }: CallInput): Answer {
  const [prefix, cursor] = [parameters.get("prefix") ?? "", readCursor(parameters.get("cursor"))];
  const all = ENTITY_PROPERTIES.map(({ id, name, description }) => ({ id, name, description }));
  const suggest = async (): Promise<object> => ({ result: pick(all, prefix, cursor) });
  return answerAbout(scopeOf(context, actor, cancel), JSON.stringify(["property", prefix, cursor]), suggest);
}

/** `GET /reconcile/properties`: the properties that can be read of entities of a type. */
export function proposeProperties(context: Context, { actor, parameters, cancel }: CallInput): Answer {
  const type = parameters.get("type") ?? "";
  const limit = readCursor(parameters.get("limit"));
  const shown = limit > 0 ? ENTITY_PROPERTIES.slice(0, limit) : ENTITY_PROPERTIES;
  const properties = shown.map(({ id, name }) => ({ id, name }));
  const propose = async (): Promise<object> => ({ type, ...(limit > 0 && { limit }), properties });
  return answerAbout(scopeOf(context, actor, cancel), JSON.stringify(["properties", type, limit]), propose);
}

function describeSuggested(entity: ReconciledEntity): object {
  const { id, label, taxonomy, typeLabel } = entity;
  return { id, name: label, description: explainEntity(entity), notable: [{ id: taxonomy, name: typeLabel }] };
}

function pick<Item extends { readonly id: string; readonly name: string }>(
  items: readonly Item[],
  prefix: string,
  cursor: number,
): readonly Item[] {
  const folded = foldText(prefix.trim());
  const begins = (text: string): boolean =>
    foldText(text)
      .split(/[\s_-]+/)
      .some((word) => word.startsWith(folded));
  return items
    .filter(({ id, name }) => foldText(id).startsWith(folded) || foldText(name).startsWith(folded) || begins(name))
    .slice(cursor, cursor + SHOWN);
}

/** Read a number of items; 0 if it is none. */
function readCursor(text = ""): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
