import { errorText } from "../../../core/errors/error-text.js";
import { NotFound } from "../../../core/errors/errors.js";
import { mayCorrect } from "../../../core/model/corrections.js";
import type { Dimension } from "../../../core/model/cube.js";
import { correctionsPlace } from "../../../core/model/edit/editable-texts.js";
import { readTexts } from "../../../core/model/edit/edits.js";
import type { MemberCorrections } from "../../../core/model/member-corrections.js";
import type { Dataset } from "../../../store/dataset.js";

export const NO_CORRECTIONS: MemberCorrections = { values: new Map(), labels: new Map() };

/** Find a dimension whose members can be corrected; `null` for an empty name. @throws NotFound */
export function findCorrected({ model }: Dataset, name: string): Dimension | null {
  if (name === "") return null;
  const known = model.dimensions.filter(mayCorrect);
  const dimension = known.find((each) => each.name === name);
  if (dimension) return dimension;
  const names = known.map((each) => each.name).join(", ");
  throw new NotFound(errorText("no_dimension_to_correct", { name: JSON.stringify(name), known: names }));
}

/** Return corrections without one of them. */
export function withoutCorrection(
  all: MemberCorrections,
  kind: keyof MemberCorrections,
  name: string,
): MemberCorrections {
  return { ...all, [kind]: new Map([...all[kind]].filter(([each]) => each !== name)) };
}

/** Return the corrections of a dimension as a form has them. */
export function textOfCorrections({ model }: Dataset, { name }: Dimension): string {
  return readTexts(model).get(correctionsPlace(name)) ?? "";
}

/** Print corrections as a model file has them; empty without any. */
export function printCorrections({ values, labels }: MemberCorrections): string {
  const parts = { values: Object.fromEntries(values), labels: Object.fromEntries(labels) };
  const filled = Object.entries(parts).filter(([, texts]) => Object.keys(texts).length > 0);
  return filled.length === 0 ? "" : JSON.stringify(Object.fromEntries(filled), null, 2);
}
