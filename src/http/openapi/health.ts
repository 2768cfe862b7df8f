import type { RouteDescription } from "./description.js";
import { arrayOf, described, object, refer, type Schema, TEXT } from "./schema.js";

export const SHOW_HEALTH: RouteDescription = {
  id: "showHealth",
  tag: "Interface",
  summary: "Learn that the server answers",
  json: object({ status: { const: "ok" } }),
  isOfNow: true,
  isUnlimited: true,
};

export const SHOW_READINESS: RouteDescription = {
  id: "showReadiness",
  tag: "Interface",
  summary: "Learn what is wrong with what the server keeps",
  json: refer("Readiness"),
  isOfNow: true,
  isUnlimited: true,
};

export const HEALTH_SCHEMAS: Readonly<Record<string, Schema>> = {
  Readiness: object({
    status: {
      enum: ["ok", "degraded", "read-only"],
      description:
        "`degraded`: older data is served than was written. `read-only`: nothing can be written until the next start.",
    },
    reasons: described(arrayOf(TEXT), "Sentences that name no dataset."),
  }),
};
