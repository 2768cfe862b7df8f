import type { Address } from "../ingest/fetch/address.js";
import { InvalidModel } from "../errors/errors.js";
import { levelsExceed, MAX_LEVELS } from "../model/parse/json-depth.js";
import { asSection, error, given, isObject, quoted, type Section } from "../model/parse/section.js";
import { wellFormed } from "../model/well-formed.js";
import type { Package, PackageResource } from "./package.js";
import { readResource } from "./read-resource.js";

/** A load reads each of them from its begin to its end. */
const MAX_RESOURCES = 1000;

/**
 * Bring a descriptor into one form. Faults are in its section, those of a resource in the resource's: packages hold
 * all sorts of files that are none of a dataset's.
 * @param base where it is
 * @throws InvalidModel for what is no descriptor at all
 */
export function readDescriptor(descriptor: unknown, base: Address): Package {
  if (!isObject(descriptor)) throw new InvalidModel(`the package is ${quoted(descriptor)}; write an object, { … }`);
  if (levelsExceed(descriptor, MAX_LEVELS)) {
    throw new InvalidModel(`the package is more than ${MAX_LEVELS} levels deep`);
  }
  const json = wellFormed(descriptor) as Record<string, unknown>;
  const section: Section = { path: "", json, errors: [] };
  return { section, resources: readResources(section, base) };
}

function readResources(section: Section, base: Address): readonly PackageResource[] {
  const list = given(section, "resources");
  if (!Array.isArray(list) || list.length === 0) {
    const wrong = list === undefined ? "is missing" : Array.isArray(list) ? "is empty" : `${quoted(list)} is no list`;
    error(section, "resources", `${wrong}; write a list with an object for each CSV file`);
    return [];
  }
  if (list.length > MAX_RESOURCES) {
    error(section, "resources", `has ${list.length} entries; a package has ${MAX_RESOURCES} at most`);
    return [];
  }
  const names = new Set<string>();
  return list.flatMap((item: unknown, at) => {
    const resource = asSection(item, `resources[${at}]`, section.errors);
    return resource ? readResource({ ...resource, errors: [] }, base, names) : [];
  });
}
