import { DATASET } from "./aggregate.js";
import type { RouteDescription } from "./description.js";
import { BOOLEAN, described, object, refer, type Schema } from "./schema.js";

export const SHOW_PERMISSIONS: RouteDescription = {
  id: "showPermissions",
  tag: "Users",
  summary: "Read the caller's permissions on a dataset",
  details: "Without a key, the permissions of anonymous callers.",
  parameters: [DATASET],
  json: refer("Permissions"),
  isOfNow: true,
  isForAll: true,
};

export const PERMISSION_SCHEMAS: Readonly<Record<string, Schema>> = {
  Permissions: object({
    create: described(BOOLEAN, "Create it by a load: there is no such dataset, and the caller has a key."),
    read: BOOLEAN,
    update: described(BOOLEAN, "Load data into it."),
    delete: BOOLEAN,
  }),
};
