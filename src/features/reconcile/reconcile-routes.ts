import type { Context } from "../../calls/context.js";
import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";
import { parameters } from "../../core/query/parameters.js";
import type { CallInput, MessageReply, RouteOutcome } from "../../web/http/message/route.js";
import { markReading } from "../../web/http/routes/feature-routes.js";
import type { DescribedRoute } from "../../web/http/openapi/described-route.js";
import type { RouteDescription } from "../../calls/route-description.js";
import {
  POST_RECONCILIATION,
  PROPOSE_PROPERTIES,
  RECONCILE_NAMES,
  SHOW_FLYOUT,
  SUGGEST_ENTITIES,
  SUGGEST_PROPERTIES,
  SUGGEST_TYPES,
  VIEW_ENTITY,
} from "./description.js";
import { readEntityId } from "./entity.js";
import { RECONCILE } from "./manifest.js";
import { showFlyout } from "./preview.js";
import { pairsOfForm, reconcile } from "./reconcile.js";
import { proposeProperties, suggestEntities, suggestProperties, suggestTypes } from "./suggest.js";

/** Make the routes of the Reconciliation Service API. */
export function makeReconcileRoutes(context: Context): readonly DescribedRoute[] {
  const get = (path: string, about: RouteDescription, call: (input: CallInput) => RouteOutcome): DescribedRoute => ({
    method: "GET",
    path: RECONCILE + path,
    kind: "api",
    formats: ["json"],
    about,
    call,
  });
  const { pathOfMember } = context;
  return [
    ...markReading([
      get("", RECONCILE_NAMES, (input) => reconcile(context, input)),
      get("/suggest/entity", SUGGEST_ENTITIES, (input) => suggestEntities(context, input)),
      get("/suggest/type", SUGGEST_TYPES, (input) => suggestTypes(context, input)),
      get("/suggest/property", SUGGEST_PROPERTIES, (input) => suggestProperties(context, input)),
      get("/properties", PROPOSE_PROPERTIES, (input) => proposeProperties(context, input)),
      get("/flyout", SHOW_FLYOUT, (input) => showFlyout(context, input)),
    ]),
    {
      method: "POST",
      path: RECONCILE,
      kind: "api",
      formats: ["json"],
      pins: true,
      isForAllSites: true,
      about: POST_RECONCILIATION,
      call: reconcileForm,
    },
    ...(pathOfMember
      ? [
          {
            method: "GET",
            path: `${RECONCILE}/view`,
            kind: "resource",
            formats: ["html"],
            about: VIEW_ENTITY,
            call: ({ parameters: given }: CallInput) => {
              const shared = readEntityId(given.get("id") ?? "");
              if (!shared)
                throw new InvalidQuery(`id: ${errorText("unknown_entity", { entity: given.get("id") ?? "" })}`);
              return { redirect: pathOfMember(shared) };
            },
          } as const,
        ]
      : []),
  ];
}

/** `POST /reconcile`: the same as by `GET`, with the parameters in a form. Pages of other sites may send it. */
async function reconcileForm(input: CallInput): Promise<MessageReply> {
  const form = new URLSearchParams((await input.body()).toString("utf8"));
  const pairs = pairsOfForm(parameters([...input.pairs, ...form]));
  if (pairs.length === 0) throw new InvalidQuery(errorText("nothing_to_reconcile"));
  const message = await input.read({ path: RECONCILE, segments: new Map(), pairs });
  return { message, status: 200 };
}
