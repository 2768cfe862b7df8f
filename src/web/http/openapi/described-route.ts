import type { Route } from "../message/route.js";
import type { RouteDescription } from "./description.js";

/** A route of the interface with its description. */
export interface DescribedRoute extends Route {
  readonly about: RouteDescription;
}
