import { datasetTitleOf } from "../../core/model/values/readable-name.js";
import { errorText } from "../../core/errors/error-text.js";
import { isWebAddress } from "../../core/model/values/web-address.js";
import { languageCode, territoryCode } from "../../core/model/parse/codes.js";
import { datasetNameError } from "../../core/model/parse/names.js";
import { error, filledTextAt, given, isObject, quoted, type Section } from "../../core/model/parse/section.js";
import { slug } from "../../core/model/values/slug.js";
import type { PackageDraft } from "./draft.js";
import type { Package } from "./package.js";

/** Build the model's `dataset` section from a package's own properties. */
export function packageMetadata(pack: Package, draft: PackageDraft, times: readonly string[]): Record<string, unknown> {
  const { section } = pack;
  const name = readName(section);
  const places = [section, ...draft.tables.map(({ resource }) => resource.section)];
  const properties = {
    description: filledTextAt(section, "description"),
    currency: draft.currency,
    category: draft.category,
    default_time: times.toSorted().at(-1),
    languages: codes(places, ["languages", "language"], languageCode),
    territories: codes(places, ["location", "countryCode", "countryCodes"], territoryCode),
    licence: readLicence(section),
    dateLastUpdated: places
      .map((place) => given(place, "dateLastUpdated") ?? given(place, "dateModified"))
      .find(Boolean),
  };
  const known = Object.entries(properties).filter(([, value]) => value !== undefined && value !== null);
  return {
    name,
    label: filledTextAt(section, "title") ?? (datasetTitleOf(name) || name),
    ...Object.fromEntries(known),
  };
}

/** Read the name. Names of packages may have points, so one that a dataset may not have is turned into a slug. */
function readName(section: Section): string {
  const written = filledTextAt(section, "name");
  if (written === undefined) {
    if (typeof (given(section, "name") ?? "") === "string") {
      error(section, "name", errorText("dataset_name_missing"));
    }
    return "";
  }
  const name = datasetNameError(written) === null ? written : slug(written);
  const wrong = datasetNameError(name);
  if (wrong !== null) error(section, "name", `${quoted(written)} ${wrong}`);
  return name;
}

/** Return the known codes; unknown ones are ignored. */
function codes(
  places: readonly Section[],
  keys: readonly string[],
  codeOf: (text: string) => { readonly code: string } | object,
): readonly string[] | undefined {
  const texts = places.flatMap((place) => keys.flatMap((key) => given(place, key) ?? []));
  const found = texts.flatMap((text) => {
    const code = typeof text === "string" ? codeOf(text) : {};
    return "code" in code ? [code.code as string] : [];
  });
  return found.length === 0 ? undefined : [...new Set(found)];
}

/** Read the licence. By version of the specification, it is `license`, a text or an object, or `licenses`, a list. */
function readLicence(section: Section): { readonly name: string; readonly url?: string } | undefined {
  const list = given(section, "licenses");
  const [licence] = [...(Array.isArray(list) ? list : []), given(section, "license"), given(section, "licence")];
  if (typeof licence === "string" && licence.trim() !== "") return { name: licence.trim() };
  if (!isObject(licence)) return undefined;
  const texts = ["title", "name", "type", "id"].map((key) => (Object.hasOwn(licence, key) ? licence[key] : undefined));
  const url = ["path", "url", "web"]
    .map((key) => (Object.hasOwn(licence, key) ? licence[key] : undefined))
    .find(isWebAddress);
  const name = texts.find((text): text is string => typeof text === "string" && text.trim() !== "") ?? url;
  return name === undefined ? undefined : { name, ...(url === undefined ? {} : { url }) };
}
