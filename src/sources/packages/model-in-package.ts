import { errorText } from "../../core/errors/error-text.js";
import { error, given } from "../../core/model/parse/section.js";
import type { Package, PackageResource } from "./package.js";

/** Property of a descriptor that holds the model of its first table: packages of this program have it. */
export const MODEL_PROPERTY = "spendcube:model";

/** A model in a package, and the table that it reads. */
export interface PackagedModel {
  readonly document: unknown;
  readonly resource: PackageResource;
}

/** Find the model in a package. @returns `null` if there is none; without a table for it, with an error in the package's section */
export function findModel({ section, resources }: Package): PackagedModel | null {
  const document = given(section, MODEL_PROPERTY);
  if (document === undefined) return null;
  const [resource] = resources;
  if (resource) return { document, resource };
  error(section, MODEL_PROPERTY, errorText("resource_without_table"));
  return null;
}
