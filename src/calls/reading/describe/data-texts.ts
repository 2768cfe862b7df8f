import type { Model } from "../../../core/model/cube.js";
import type { Dataset } from "../../../store/dataset.js";

/** Languages of the texts of a dataset. */
export interface DataTexts {
  /** ISO 639-1 codes: the requested language, if the model has texts in it, then those of the dataset. */
  readonly languages: readonly string[];
  /**
   * Return the language of a text; `null` if it is not known.
   * @param isName true for the name of something in the data
   */
  readonly languageOf: (text: string, isName: boolean) => string | null;
}

const known = new WeakMap<Model, DataTexts>();

/** Return the languages of the texts that a dataset is shown with. */
export function textsOf({ model, language }: Pick<Dataset, "model" | "language">): DataTexts {
  let found = known.get(model);
  if (!found) known.set(model, (found = listTexts(model, language ?? null)));
  return found;
}

function listTexts(model: Model, requested: string | null): DataTexts {
  const original = model.original ?? model;
  const [base = null] = model.dataset.languages;
  const own = new Set(describingTexts(original));
  const spoken = new Set(model === original ? [] : describingTexts(model).filter((text) => !own.has(text)));
  const columns = model.dimensions.flatMap(({ spoken: attribute }) => attribute ?? []);
  for (const { labels } of columns) for (const text of labels?.values() ?? []) spoken.add(text);
  // Labels of a column are not known one by one.
  const names = columns.some(({ labels }) => !labels) ? requested : base;
  const isSpoken = requested !== null && (spoken.size > 0 || columns.length > 0);
  return {
    languages: [...new Set([...(isSpoken ? [requested] : []), ...model.dataset.languages])],
    languageOf: (text, isName) => {
      if (spoken.has(text)) return requested;
      if (own.has(text)) return base;
      // Amounts begin with a digit, or a currency before it.
      return isName && !/^\P{L}*\d/u.test(text) ? names : null;
    },
  };
}

/** List the texts of a model that say what is in it. */
function describingTexts({ dataset, fields, views, hierarchies, notes, formulas }: Model): readonly string[] {
  const described = [dataset, ...fields].flatMap(({ label, description }) => [label, description ?? ""]);
  const labels = [...views, ...hierarchies, ...formulas].map(({ label }) => label);
  return [...described, ...labels, ...notes.map(({ text }) => text)].map((text) => text.trim()).filter(Boolean);
}
