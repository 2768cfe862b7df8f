import type { LeakRow } from "../../web/http/routes/leak-row.js";

/** Requests that are answered. */
export const TAX_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/api/mytax": ["/api/mytax?income=10000", "/api/mytax?income=-1&spending=3&smoker=NO&drinker=yes"],
  "/explore/tax": ["/explore/tax", "/explore/tax?income=20000&smoker=no"],
};

/** Show where a private dataset must not show. @param secret its name */
export function leakRowsOfTaxes(secret: string): Readonly<Record<string, LeakRow>> {
  return {
    "GET /explore/tax": { open: ["/explore/tax", `/explore/tax?income=1&dataset=${secret}`] },
    "GET /api/mytax": { open: ["/api/mytax?income=1", `/api/mytax?income=1&dataset=${secret}`] },
  };
}
