import type { RouteDescription } from "./route-description.js";
import { arrayOf, described, object, refer, type Schema, TEXT } from "./schema.js";

export const SHOW_HEALTH: RouteDescription = {
  id: "showHealth",
  tag: "Interface",
  summary: "Check that the server answers (liveness)",
  details: "Answers as long as the process runs; it reads no data. For the liveness check of a supervisor.",
  json: object({ status: { const: "ok" } }),
  isOfNow: true,
  isUnlimited: true,
};

export const SHOW_READINESS: RouteDescription = {
  id: "showReadiness",
  tag: "Interface",
  summary: "Check whether the server can read and write its data (readiness)",
  details:
    "Lists what is wrong with the storage, or that the server is stopping. For the readiness check of a load balancer.",
  json: refer("Readiness"),
  isOfNow: true,
  isUnlimited: true,
};

export const HEALTH_SCHEMAS: Readonly<Record<string, Schema>> = {
  Readiness: object({
    status: {
      enum: ["ok", "degraded", "read-only"],
      description:
        "`degraded`: the server serves older data than was written, or its disk is full. `read-only`: nothing can be written until the server is restarted.",
    },
    reasons: described(arrayOf(TEXT), "What is wrong, in sentences that name no dataset."),
  }),
};
