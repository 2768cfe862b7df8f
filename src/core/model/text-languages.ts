import type { Model, ModelDocument } from "./cube.js";
import { listThrough } from "./with-crosswalks.js";

/** Keys of texts by language, and the end of a key that has the language. */
const BY_LANGUAGE: ReadonlySet<string> = new Set(["labels", "descriptions", "texts"]);
const LANGUAGE_AT_END = /_([a-z]{2})$/;

/** Languages of the parts of model files: alike models share these objects. */
const known = new WeakMap<object, readonly string[]>();

/**
 * List the languages in which a model may give texts beside its own: `translateModel` changes nothing in any other. `null` for any
 * language, where texts come through crosswalks.
 */
export function listTextLanguages(model: Model): readonly string[] | null {
  if (listThrough(model).length > 0) return null;
  const { labels = {}, descriptions = {} } = model.dataset;
  const { mapping, views, hierarchies, formulas, notes }: ModelDocument = model.document;
  const parts = [mapping, views, hierarchies, formulas, notes].flatMap((part) => (part ? languagesIn(part) : []));
  const all = [...Object.keys(labels), ...Object.keys(descriptions), ...parts];
  return all.length === 0 ? NONE : [...new Set(all)];
}

const NONE: readonly string[] = [];

function languagesIn(part: object): readonly string[] {
  let found = known.get(part);
  if (!found) {
    const languages = new Set<string>();
    collect(part, languages);
    known.set(part, (found = [...languages]));
  }
  return found;
}

/** Collect what may be a language: a key that only looks like one does no harm. */
function collect(part: unknown, into: Set<string>): void {
  if (typeof part !== "object" || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    const atEnd = LANGUAGE_AT_END.exec(key)?.[1];
    if (atEnd !== undefined) into.add(atEnd);
    if (BY_LANGUAGE.has(key) && typeof value === "object" && value !== null)
      for (const language of Object.keys(value)) into.add(language);
    collect(value, into);
  }
}
