import type { Dimension, View } from "../../../core/model/cube.js";
import type { Clause } from "../../../core/query/clauses.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { isAdditive } from "../../reading/describe/rank-dimensions.js";
import { CHARTED } from "./dataset-overview.js";
import { chooseUncut, type LevelPath, openLevels } from "./levels.js";
import type { PageScope } from "./page-scope.js";
import { readSplitFigure, type SplitFigure } from "./split-figure.js";
import { viewDrilldown } from "./views.js";
import type { YearChoice } from "./years.js";

/** A member to split. */
export interface SplitMember {
  readonly dimension: Dimension;
  /** The cut to the member. */
  readonly own: Clause;
  readonly view: View | undefined;
  readonly year: YearChoice;
  /** The other cuts of the page. */
  readonly cuts: readonly CutClause[];
}

/** The parts of a member, and the way down the hierarchy that they are a level of. */
export interface MemberSplit {
  readonly split: SplitFigure | null;
  readonly path: LevelPath;
  /** References that it is split by; `null` if no dimension is worth it. */
  readonly drilldown: readonly string[] | null;
}

/** Number of dimensions that are tried. */
const TRIES = 3;

/**
 * Split a member as its view says; without a view by the first dimension of which it has several members.
 * @param ranked the other dimensions, the best first
 */
export async function splitMember(
  scope: PageScope,
  member: SplitMember,
  ranked: readonly Dimension[],
): Promise<MemberSplit> {
  const first = await readSplit(scope, member, ranked);
  let [tried, left] = [first, ranked];
  for (let tries = 1; tries < TRIES && isOnePart(member, tried); tries++) {
    const [by] = tried.drilldown!;
    left = left.filter(({ name }) => name !== by && !by!.startsWith(`${name}.`));
    tried = await readSplit(scope, member, left);
  }
  return tried.split === null || isOnePart(member, tried) ? first : tried;
}

/** True if a split says nothing: it has one part, and neither a view nor the reader chose it. */
function isOnePart({ view }: SplitMember, { split, path }: MemberSplit): boolean {
  return !view && path.opened.length === 0 && split?.numCells === 1;
}

async function readSplit(
  scope: PageScope,
  { dimension, own, view, year, cuts }: SplitMember,
  ranked: readonly Dimension[],
): Promise<MemberSplit> {
  const { model } = scope.dataset;
  const first = chooseUncut(model, ranked.filter(isAdditive), cuts, [dimension]);
  const shown = view ? viewDrilldown(view, year) : first === undefined ? null : [first];
  const path = openLevels(model, shown?.[0] ?? "", cuts);
  const drilldown = shown && shown.map((each, at) => (at === 0 ? path.drilldown : each));
  const question = drilldown && { drilldown, cuts: [own, ...cuts], limit: CHARTED, year };
  return { path, drilldown, split: question && (await readSplitFigure(scope, question, ranked)) };
}
