import { PERMISSIONS_SCHEMA } from "./permissions.js";
import { DATASET } from "./shared-parameters.js";
import type { RouteDescription } from "./route-description.js";
import { refer, type Schema } from "./schema.js";

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
  Permissions: PERMISSIONS_SCHEMA,
};
