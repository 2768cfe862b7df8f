import type { Catalog } from "../../../store/catalog.js";
import type { Context } from "../../context.js";
import type { Loads } from "./loads.js";

/** The context of calls that change datasets or describe their loads. */
export interface LoadContext extends Context {
  readonly catalog: Catalog;
  readonly loads: Loads;
}
