import type { ReconciledType } from "./entity.js";
import { MAX_QUERIES } from "./read-queries.js";

/** Path of the service. */
export const RECONCILE = "/reconcile";

/** Size of the preview of an entity, in pixels. */
const PREVIEW_SIZE = { width: 420, height: 260 };
/** Types that clients offer first. */
const MAX_DEFAULT_TYPES = 10;

/** Facts that a manifest follows from. */
interface ManifestFacts {
  readonly origin: string;
  /** Name of the site. */
  readonly site: string;
  /** Version of the program. */
  readonly version: string;
  readonly types: readonly ReconciledType[];
  /** True if entities have pages. */
  readonly hasPages: boolean;
}

/** Write the manifest of the service: what it offers, and where (Reconciliation Service API 0.2). */
export function describeManifest({ origin, site, version, types, hasPages }: ManifestFacts): object {
  const url = origin + RECONCILE;
  const suggestAt = (path: string) => ({ service_url: url, service_path: `/suggest/${path}` });
  return {
    versions: ["0.2"],
    name: `${site}: members of all datasets`,
    identifierSpace: `${origin}/members/`,
    schemaSpace: `${url}/properties`,
    documentation: `${origin}/openapi`,
    serviceVersion: version,
    batchSize: MAX_QUERIES,
    defaultTypes: types.slice(0, MAX_DEFAULT_TYPES),
    ...(hasPages && { view: { url: `${url}/view?id={{id}}` } }),
    preview: { url: `${url}/preview?id={{id}}`, ...PREVIEW_SIZE },
    suggest: {
      entity: { ...suggestAt("entity"), flyout_service_url: url, flyout_service_path: "/flyout?id=${id}" },
      type: suggestAt("type"),
      property: suggestAt("property"),
    },
    extend: { propose_properties: { service_url: url, service_path: "/properties" }, property_settings: [] },
  };
}
