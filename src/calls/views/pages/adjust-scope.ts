import { findReference } from "../../../core/model/references.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Fraction } from "../../../core/model/values/fraction.js";
import type { FigureRequest } from "../../../core/query/aggregate/figure-request.js";
import { parseCuts } from "../../../core/query/syntax/cut-clause.js";
import type { AdjustedRemarks } from "../../reading/adjust/adjustment.js";
import type { UsedSeries } from "../../reading/adjust/adjust.js";
import type { MissingAmounts } from "../../reading/adjust/missing-pieces.js";
import { matchDimensions } from "../../reading/adjust/read-series.js";
import type { PageScope } from "./page-scope.js";

/** Gathers what is to be said of the adjusted figures of a page, each thing once. */
export class PageRemarks {
  readonly #used = new Map<string, UsedSeries>();
  readonly #missing = new Map<string, MissingAmounts>();
  readonly #warnings = new Set<string>();

  add(remarks: AdjustedRemarks | null): void {
    for (const each of remarks?.used ?? []) {
      const before = this.#used.get(each.kind)?.values ?? new Map<string, Fraction>();
      this.#used.set(each.kind, each.values ? { ...each, values: new Map([...before, ...each.values]) } : each);
    }
    for (const each of remarks?.missing ?? []) {
      const key = JSON.stringify([each.series, each.of]);
      if (!this.#missing.has(key)) this.#missing.set(key, each);
    }
    for (const each of remarks?.warnings ?? []) this.#warnings.add(each);
  }

  get used(): readonly UsedSeries[] {
    return [...this.#used.values()];
  }

  get missing(): readonly MissingAmounts[] {
    return [...this.#missing.values()];
  }

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }
}

/** True if the adjusted amounts of some drilldowns add up: they are not of different people. */
export function addsUpOver({ dataset: { model }, adjust }: PageScope, drilldown: readonly string[]): boolean {
  const per = adjust?.adjustment.found.per;
  if (!per) return true;
  const shared = matchDimensions(model, per.dataset.model, "per").shared.map(({ own }) => own);
  return drilldown.every((each) => {
    const found = findReference(model, each);
    return !found || !shared.some((own) => isOf(found.dimension, own) || isOf(own, found.dimension));
  });
}

/** Return a request of the aggregate call with what a scope is adjusted by, as an address has it. */
export function adjustRequest(request: FigureRequest, { adjust }: PageScope): FigureRequest {
  if (!adjust) return request;
  const { requested, canonical } = adjust.adjustment;
  return { ...request, adjust: requested, cuts: [...request.cuts, ...parseCuts(canonical, () => {})] };
}

/** True if a dimension is another one or derived from it. */
function isOf(dimension: Dimension, other: Dimension): boolean {
  return (
    dimension === other || (dimension.derivation !== undefined && isOf(dimension.derivation.from.dimension, other))
  );
}

/** Return a scope whose figures are as paid: for what says nothing of amounts. */
export function asPaid<Scope extends PageScope>(scope: Scope): Scope {
  return scope.adjust ? { ...scope, adjust: null } : scope;
}
