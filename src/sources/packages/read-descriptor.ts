import { errorText } from "../../core/errors/error-text.js";
import type { Address } from "../ingest/fetch/address.js";
import { InvalidModel } from "../../core/errors/errors.js";
import { levelsExceed, MAX_LEVELS } from "../../core/model/parse/json-depth.js";
import { asSection, error, given, isObject, quoted, type Section } from "../../core/model/parse/section.js";
import { wellFormed } from "../../core/model/well-formed.js";
import type { Package, PackageResource } from "./package.js";
import { readResource } from "./read-resource.js";

/** Maximum number of resources; a load reads each of them completely. */
const MAX_RESOURCES = 1000;

/**
 * Normalize a descriptor. Errors of a resource are stored in the resource's section, apart from the others: packages
 * also contain files that are not tables, whose errors do not matter.
 * @param base address of the descriptor
 * @throws InvalidModel if it is not a JSON object, or nested too deeply
 */
export function readDescriptor(descriptor: unknown, base: Address): Package {
  if (!isObject(descriptor))
    throw new InvalidModel(errorText("package_not_an_object", { descriptor: quoted(descriptor) }));
  if (levelsExceed(descriptor, MAX_LEVELS)) {
    throw new InvalidModel(errorText("package_too_deep", { maximum: MAX_LEVELS }));
  }
  const json = wellFormed(descriptor) as Record<string, unknown>;
  const section: Section = { path: "", json, errors: [] };
  return { section, resources: readResources(section, base) };
}

function readResources(section: Section, base: Address): readonly PackageResource[] {
  const list = given(section, "resources");
  if (!Array.isArray(list) || list.length === 0) {
    const wrong =
      list === undefined ? "is missing" : Array.isArray(list) ? "is empty" : `${quoted(list)} is not a list`;
    error(section, "resources", `${wrong}; write a list with an object for each CSV file`);
    return [];
  }
  if (list.length > MAX_RESOURCES) {
    error(section, "resources", errorText("too_many_resources", { length: list.length, maximum: MAX_RESOURCES }));
    return [];
  }
  const names = new Set<string>();
  return list.flatMap((item: unknown, at) => {
    const resource = asSection(item, `resources[${at}]`, section.errors);
    return resource ? readResource({ ...resource, errors: [] }, base, names) : [];
  });
}
