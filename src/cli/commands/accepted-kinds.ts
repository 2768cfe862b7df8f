import { REPAIR_KINDS } from "../../sources/analysis/repair.js";
import { SUGGESTION_KINDS } from "../../sources/analysis/suggestion.js";
import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";
import type { AcceptedKinds } from "./prepare.js";

/**
 * Read the kinds of suggestions and repairs to accept beside those that are beyond doubt.
 * @param text kinds joined by commas; true for an option without a value
 * @throws InvalidQuery
 */
export function parseKinds(text: string | boolean = ""): AcceptedKinds {
  const kinds = String(text === true ? "" : text)
    .split(",")
    .flatMap((kind) => (kind.trim() === "" ? [] : [kind.trim()]));
  const known: readonly string[] = [...SUGGESTION_KINDS, ...REPAIR_KINDS, "all"];
  for (const kind of kinds) {
    if (known.includes(kind)) continue;
    const remedy = /[./\\]/.test(kind)
      ? phraseText("write_file_before", { option: "--accept" })
      : phraseText("write_known", { known: `${known.slice(0, -1).join(", ")} or all` });
    throw new InvalidQuery(`--accept: ${errorText("not_a_kind_of_suggestion", { value: kind, remedy })}`);
  }
  const isAll = kinds.includes("all");
  return {
    suggestions: SUGGESTION_KINDS.filter((kind) => isAll || kinds.includes(kind)),
    repairs: REPAIR_KINDS.filter((kind) => isAll || kinds.includes(kind)),
  };
}
