import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { type Formula, FORMULA_FORMATS, type FormulaFormat } from "../cube.js";
import { didYouMean } from "../nearest.js";
import { findReference } from "../references.js";
import { FUNCTION_NAMES } from "../measure-functions.js";
import { parseTerm } from "../terms.js";
import type { Fields } from "./fields.js";
import { fieldNameError } from "./names.js";
import { asSection, error, filledTextAt, quoted, requiredTextAt, type Section, sectionAt } from "./section.js";

/** Number of errors after which reading stops. */
const MAX_ERRORS = 1000;

/** Read the formulas of a model: names for terms. */
export function readFormulas(document: Section, fields: Fields): readonly Formula[] {
  const section = sectionAt(document, "formulas");
  const formulas: Formula[] = [];
  for (const [name, item] of Object.entries(section?.json ?? {})) {
    if (item === null) continue;
    if (document.errors.length > MAX_ERRORS) break;
    const formula = asSection(item, `formulas.${name}`, document.errors);
    if (!formula) continue;
    checkName(formula, name, fields);
    const term = requiredTextAt(formula, "term", 'a term, such as "executed/approved"').trim();
    if (term !== "") checkTerm(formula, term, fields);
    const label = filledTextAt(formula, "label")?.trim() ?? name;
    formulas.push({ name, term, label, format: readFormat(formula) });
  }
  return formulas;
}

function checkName(section: Section, name: string, fields: Fields): void {
  const reason = fieldNameError("measure", name);
  if (reason !== null) error(section, null, `${quoted(name)} ${reason}`);
  else if (fields.names.has(name)) error(section, null, errorText("formula_named_like_field", { name: quoted(name) }));
}

/** Check that a term names what the model has. What a query must drill down is checked with the query. */
function checkTerm(section: Section, text: string, fields: Fields): void {
  const measures = fields.measures.map(({ name }) => name);
  const { operands } = parseTerm(text, (sentence) => error(section, "term", sentence));
  for (const [name = "", ...rest] of operands) {
    const operand = [name, ...rest].join(".");
    if (operand === "num_entries") continue;
    if (measures.includes(name)) {
      const isKnown = rest.length === 0 || (rest.length === 1 && FUNCTION_NAMES.some((each) => each === rest[0]));
      if (isKnown) continue;
      error(
        section,
        "term",
        errorText("unknown_measure_function", { operand: quoted(operand), known: FUNCTION_NAMES.join(", ") }),
      );
    } else if (rest.at(-1) !== "count" || !findReference(fields, [name, ...rest.slice(0, -1)].join("."))) {
      const remedy = didYouMean(name, measures) || `; measures are: ${measures.join(", ")}`;
      error(section, "term", errorText("not_measure", { operand: quoted(operand), remedy }));
    }
  }
}

function readFormat(section: Section): FormulaFormat | null {
  const text = filledTextAt(section, "format")?.trim();
  const format = FORMULA_FORMATS.find((known) => known === text);
  if (text !== undefined && !format) {
    const remedy =
      didYouMean(text, FORMULA_FORMATS) || phraseText("write_known", { known: '"amount", "number" or "percent"' });
    error(section, "format", errorText("not_format", { value: quoted(text), remedy }));
  }
  return format ?? null;
}
