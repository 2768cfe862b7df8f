import { errorText } from "../core/errors/error-text.js";
import type { Actor } from "../access/actor.js";
import { mayCreate, mayRead, mayUpdate } from "../access/permissions.js";
import { InvalidQuery } from "../core/errors/errors.js";
import type { Parameters } from "../core/query/parameters.js";
import type { Answer } from "./answer.js";
import type { Context } from "./context.js";
import { BOOLEAN, described, object, type ValueOf } from "./schema.js";

/** The operations on a dataset that the caller may perform. */
export const PERMISSIONS_SCHEMA = object({
  create: described(BOOLEAN, "Create it by a load: there is no such dataset, and the caller has a key."),
  read: BOOLEAN,
  update: described(BOOLEAN, "Load data into it."),
  delete: BOOLEAN,
});

export type Permissions = ValueOf<typeof PERMISSIONS_SCHEMA>;

const NOTHING: Permissions = { create: false, read: false, update: false, delete: false };

/**
 * `GET /api/2/permissions`: the caller's permissions on a dataset; the caller may be anonymous.
 * @throws InvalidQuery without a dataset
 */
export function showPermissions(context: Context, actor: Actor, parameters: Parameters): Answer {
  const name = parameters.get("dataset");
  if (name === undefined) throw new InvalidQuery(`dataset: ${errorText("dataset_not_named")}`);
  const permissions = findPermissions(context, actor, name);
  return {
    // They depend on the dataset, its managers and the user: only their own value identifies their version.
    version: JSON.stringify(permissions),
    lastModified: null,
    canonical: name,
    public: false,
    formats: { json: async () => ({ chunks: [JSON.stringify(permissions)] }) },
  };
}

function findPermissions({ catalog, hidePrivate }: Context, actor: Actor, name: string): Permissions {
  const dataset = catalog.get(name);
  const isReadable = dataset !== undefined && mayRead(actor, dataset);
  if (!dataset || (hidePrivate && !isReadable)) return { ...NOTHING, create: mayCreate(actor) };
  const update = mayUpdate(actor, dataset);
  return { create: false, read: isReadable, update, delete: update };
}
