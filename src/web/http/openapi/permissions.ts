import { PERMISSIONS_SCHEMA } from "../../../calls/permissions.js";
import { DATASET } from "./aggregate.js";
import type { RouteDescription } from "./description.js";
import { refer, type Schema } from "../../../calls/schema.js";

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
