import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import type { Hierarchy, HierarchyLevel } from "../cube.js";
import { findReference } from "../references.js";
import type { Fields } from "./fields.js";
import { asSection, error, filledTextAt, given, pathOf, quoted, sectionAt, textsAt, type Section } from "./section.js";
import { checkReference } from "./views.js";

/** Number of errors after which reading stops: finding similar names for each error costs time. */
const MAX_ERRORS = 1000;

/** Read the hierarchies of a model, in the order of the file. */
export function readHierarchies(document: Section, fields: Fields): readonly Hierarchy[] {
  const written = sectionAt(document, "hierarchies");
  const hierarchies: Hierarchy[] = [];
  for (const [name, item] of Object.entries(written?.json ?? {})) {
    if (item === null) continue;
    if (document.errors.length > MAX_ERRORS) break;
    const section = asSection(item, pathOf(written!, name), document.errors);
    if (!section) continue;
    const label = filledTextAt(section, "label")?.trim() ?? name;
    hierarchies.push({ name, label, levels: readLevels(section, fields) });
  }
  return hierarchies;
}

function readLevels(section: Section, fields: Fields): readonly HierarchyLevel[] {
  const before = section.errors.length;
  const texts = textsAt(section, "levels");
  if (texts === undefined) {
    if (given(section, "levels") === undefined) error(section, "levels", errorText("levels_missing"));
    return [];
  }
  const levels = new Map<string, HierarchyLevel>();
  for (const [at, text] of texts.entries()) {
    const reference = text.trim();
    const key = `levels[${at}]`;
    checkReference(section, key, reference, fields);
    const found = findReference(fields, reference);
    if (!found) continue;
    const { dimension, attribute } = found;
    const identity = `${dimension.index}.${(attribute ?? dimension.identity).index}`;
    const same = levels.get(identity);
    if (same) {
      const isSame = same.reference === reference;
      const level = isSame
        ? phraseText("level_twice", { name: quoted(reference) })
        : phraseText("level_again", { name: quoted(reference), reference: quoted(same.reference) });
      error(section, key, errorText("level_not_alone", { level }));
    } else levels.set(identity, { reference, dimension: dimension.name, attribute: attribute?.name ?? null });
  }
  if (texts.length < 2 && section.errors.length === before) {
    const count = phraseText(texts.length === 1 ? "one_level" : "no_levels");
    error(section, "levels", errorText("too_few_levels", { count }));
  }
  return [...levels.values()];
}
