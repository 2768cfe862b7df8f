import { fieldNameError } from "../../core/model/parse/names.js";
import { slug } from "../../core/model/values/slug.js";

/** Derive a valid field name from a heading. @param isFree true if the name is not in use */
export function fieldNameOf(heading: string, isFree: (name: string) => boolean = () => true): string {
  const letters = slug(heading).replaceAll("-", "_").slice(0, 60).replace(/_id$/, "");
  const stem = /^[a-z_]/.test(letters) ? letters : `column_${letters}`;
  for (let at = 1; ; at++) {
    const name = at === 1 ? stem : `${stem}_${at}`;
    const isValid = fieldNameError("dimension", name) === null && fieldNameError("measure", name) === null;
    if (isValid && isFree(name)) return name;
  }
}
