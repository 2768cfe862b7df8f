import { DATASET } from "./aggregate.js";
import type { RouteDescription } from "./description.js";
import { BOOLEAN, described, object, refer, type Schema } from "./schema.js";

export const SHOW_PERMISSIONS: RouteDescription = {
  id: "showPermissions",
  tag: "Users",
  summary: "Learn what the caller may do with a dataset",
  details: "Callers without a key are told what everybody may do.",
  parameters: [DATASET],
  json: refer("Permissions"),
  isOfNow: true,
  isForAll: true,
};

export const PERMISSION_SCHEMAS: Readonly<Record<string, Schema>> = {
  Permissions: object({
    create: described(BOOLEAN, "Load it: there is no such dataset, and the caller has a key."),
    read: BOOLEAN,
    update: described(BOOLEAN, "Load into it."),
    delete: BOOLEAN,
  }),
};
