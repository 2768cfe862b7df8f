import { findReference } from "../../../core/model/references.js";
import type { Clause } from "../../../core/query/clauses.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import type { Range } from "../../../core/query/syntax/search-tree.js";
import { queryBounds } from "../../context.js";
import { describeMember } from "../../reading/describe/describe-member.js";
import { findNamed } from "../../reading/lookup/find-member.js";
import type { PageScope } from "./page-scope.js";
import { DATE_PARTS } from "./figure-columns.js";
import { isYearOfTime, nameFiscal, nameWrittenFiscal, readFiscalYear } from "./fiscal-years.js";
import { joinPhrases, type SaidPhrase, phrase } from "./phrase.js";

/** Write a cut in words: the dimension, and the label of the member, the value or the range. */
export async function labelCut(scope: PageScope, cut: CutClause): Promise<SaidPhrase> {
  const { field, value, excluded } = cut;
  const { name, text, write } = await nameParts(scope, field, typeof value === "string" ? value : null);
  const shown = typeof value === "string" ? text : labelRange(value, write);
  const condition = excluded ? phrase("not", { text: shown }) : shown;
  return name === null ? condition : phrase("named", { name, text: condition });
}

/** Find the label of the member that a cut names, else its value. */
export async function findLabel(scope: PageScope, { field, value }: Clause): Promise<SaidPhrase> {
  return (await nameParts(scope, field, value)).text;
}

interface CutLabel {
  /** `null` if the text is clear without it. */
  readonly name: string | null;
  readonly text: SaidPhrase;
  /** Writes a bound of a range; absent: as it is. */
  readonly write?: (text: string) => SaidPhrase;
}

async function nameParts(scope: PageScope, field: string, value: string | null): Promise<CutLabel> {
  const { context, actor, dataset, origin, signal } = scope;
  const text = value ?? "";
  const { model } = dataset;
  const found = findReference(model, field);
  if (!found) return { name: field, text };
  const { dimension, attribute } = found;
  if (isYearOfTime(dimension, attribute)) {
    const fiscal = await readFiscalYear(scope);
    return { name: null, text: nameFiscal(fiscal, text), write: (bound) => nameFiscal(fiscal, bound) };
  }
  if (dimension.kind === "date" && DATE_PARTS.get(attribute?.name ?? "") === "fiscalYear") {
    return { name: null, text: nameWrittenFiscal(text), write: nameWrittenFiscal };
  }
  if (attribute !== null && attribute !== dimension.identity) {
    const name = attribute.name === "label" ? dimension.label : attribute.name;
    return { name: dimension.kind === "date" ? null : name, text };
  }
  if (value === null) return { name: dimension.label, text };
  const member = await findNamed(dataset, dimension, text, queryBounds(context, actor, signal));
  const label = member ? describeMember(model, dimension, member, origin).label : text;
  return { name: dimension.label, text: String(label ?? text) };
}

/** Write a range in words, as in "2005 to 2007" or "after 2005". @param write writes a bound */
export function labelRange({ from, to }: Range, write = (text: string): SaidPhrase => text): SaidPhrase {
  if (from && to && from.inclusive && to.inclusive)
    return phrase("between", { from: write(from.text), to: write(to.text) });
  const parts = [
    ...(from ? [phrase(from.inclusive ? "from" : "after", { value: write(from.text) })] : []),
    ...(to ? [phrase(to.inclusive ? "upTo" : "before", { value: write(to.text) })] : []),
  ];
  return parts.length === 0 ? phrase("anyValue") : joinPhrases(parts);
}
