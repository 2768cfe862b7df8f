import type { Schema } from "../../../calls/schema.js";
import type { Route } from "../message/route.js";
import type { RouteDescription } from "../../../calls/route-description.js";

/** A route of the interface with its description. */
export interface DescribedRoute extends Route {
  readonly about: RouteDescription;
}

/** Descriptions of answers of a part of the interface. */
export interface DescribedFeature {
  /** Schemas of its answers, by name. */
  readonly schemas?: Readonly<Record<string, Schema>>;
  /** Names of the schemas of answers about one version of a dataset. */
  readonly cited?: readonly string[];
}
