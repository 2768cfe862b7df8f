import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { Reader } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery, NotFound } from "../../../core/errors/errors.js";
import { correctionsOf, mayCorrect } from "../../../core/model/corrections.js";
import type { Dimension } from "../../../core/model/cube.js";
import { currencyDimension } from "../../../core/model/currency-dimension.js";
import { correctionsPlace } from "../../../core/model/edit/editable-texts.js";
import type { MemberCorrections } from "../../../core/model/member-corrections.js";
import { composeText } from "../../../core/model/values/unicode-form.js";
import { addDecimals, type Decimal, ZERO } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import { bindCuts } from "../../../core/query/condition/bind-cuts.js";
import { namingAttributes, readWords } from "../../../core/query/suggest/words.js";
import type { Dataset } from "../../../store/dataset.js";
import { type Context, queryBounds } from "../../context.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import type { LoadContext } from "../loads/load-context.js";
import { planParting } from "../loads/part-entries.js";
import { editDataset } from "./edit-model.js";
import {
  findCorrected,
  NO_CORRECTIONS,
  printCorrections,
  textOfCorrections,
  withoutCorrection,
} from "./corrected-dimension.js";
import { findManaged } from "./editor.js";
import { findSpellings } from "./find-spellings.js";
import { readNamedMember } from "./read-named-member.js";
import { type NamedMember, planCorrection } from "./plan-correction.js";

/** A correction as a form has it so far. */
export interface CorrectionRequest {
  /** Names; empty where none is chosen yet. */
  readonly dimension: string;
  readonly member: string;
  /** `null` for the label that the member has. */
  readonly label: string | null;
  /** Names of the members that are the same. */
  readonly same: readonly string[];
  /** Words to look for among members. */
  readonly find: string;
  /** The corrections that the form was shown with, as text; `null` for those of now. */
  readonly shown: string | null;
}

/** A member with its entries, and the exact sum of each measure; no sums where amounts are in several currencies. */
export interface CountedMember extends NamedMember {
  readonly numEntries: number;
  readonly sums: readonly Decimal[];
}

/** The effect of a correction: what is in the member afterwards, and what is written anew for it. */
export interface CorrectionEffect {
  readonly label: string;
  readonly merged: readonly CountedMember[];
  readonly changed: number;
  readonly after: Omit<CountedMember, keyof NamedMember>;
}

/** A form that corrects the label of a member, or unites several. */
export interface CorrectionForm {
  readonly dataset: DatasetDescription;
  readonly measures: readonly { readonly name: string; readonly label: string }[];
  /** Dimensions whose members can be corrected. */
  readonly dimensions: readonly NamedMember[];
  readonly dimension: (NamedMember & { readonly hasLabels: boolean }) | null;
  readonly member: CountedMember | null;
  readonly label: string;
  readonly find: string;
  /** The member that has the label that was typed, which is chosen as the same by that; `null` for none. */
  readonly joined: NamedMember | null;
  /** Members that are chosen as the same, may be, or were looked for. */
  readonly candidates: readonly (CountedMember & { readonly isSame: boolean })[];
  /** At most `MAX_RECORDED`. */
  readonly recorded: readonly RecordedCorrection[];
  /** URLs of the sources whose files are not kept, which corrections that cannot be undone need. */
  readonly notKept: readonly string[];
  /** The corrections that it is shown with, as text. */
  readonly shown: string;
  /** `null` unless it was asked for. */
  readonly effect: CorrectionEffect | null;
}

/** A correction of a dimension that is recorded. */
export interface RecordedCorrection {
  readonly kind: keyof MemberCorrections;
  readonly name: string;
  /** The label, or the name of the member that it is the same as. */
  readonly to: string;
  /** True if it can be undone, by itself. */
  readonly canUndo: boolean;
}

/** Maximum number of recorded corrections that are listed: to find out if one can be undone, all are looked at. */
const MAX_RECORDED = 100;

function listRecorded(
  dataset: Dataset,
  { name: of, corrections: all = NO_CORRECTIONS }: Dimension,
): readonly RecordedCorrection[] {
  const canPart = planParting(dataset);
  const others = correctionsOf(dataset.model);
  return (["labels", "values"] as const)
    .flatMap((kind) => [...all[kind]].map(([name, to]) => ({ kind, name, to })))
    .slice(0, MAX_RECORDED)
    .map((each) => {
      const left = withoutCorrection(all, each.kind, each.name);
      return { ...each, canUndo: canPart(new Map([...others, [of, left]])) };
    });
}

/**
 * Read the form that corrects members of a dataset.
 * @param withEffect true to compute what the correction changes
 * @throws NotFound, Unauthenticated, Forbidden, OverCapacity; with the effect InvalidQuery with every error
 */
export async function readCorrectionForm(
  context: Context,
  actor: Actor,
  name: string,
  request: CorrectionRequest,
  origin: string,
  signal: Cancellation,
  withEffect = false,
): Promise<CorrectionForm> {
  const dataset = findManaged(context, actor, name);
  const { model } = dataset;
  const dimension = findCorrected(dataset, request.dimension);
  const measures = currencyDimension(model) ? [] : model.measures;
  const empty = {
    dataset: describeDataset(dataset, origin),
    measures: measures.map((measure) => ({ name: measure.name, label: measure.label })),
    dimensions: model.dimensions.filter(mayCorrect).map((each) => ({ name: each.name, label: each.label })),
    dimension: null,
    member: null,
    label: "",
    find: request.find,
    joined: null,
    candidates: [],
    recorded: [],
    notKept: dataset.sources.flatMap(({ url, content }) => (content?.kept ? [] : [url])),
    shown: "",
    effect: null,
  };
  if (!dimension) return empty;
  const hasLabels = dimension.kind === "compound";
  const shown = textOfCorrections(dataset, dimension);
  const read = async (reader: Reader): Promise<CorrectionForm> => {
    const chosen = await findNamed(reader, dimension, request.member);
    if (request.member !== "" && !chosen) throw new NotFound(noMember(request.member, dimension));
    const found = await findSpellings(reader, dimension, chosen, readWords(request.find));
    const taken = await findTaken(reader, dimension, chosen, request.label ?? "");
    const joined = taken === null || request.same.includes(taken.name) ? null : taken;
    const names = joined === null ? request.same : [...request.same, joined.name];
    const same = await findAll(reader, dimension, names);
    const others = new Map([...same, ...found].map((each) => [each.name, each]));
    const sums = await countMembers(reader, dataset, dimension, [...(chosen ? [chosen] : []), ...others.values()]);
    const member = chosen && sums(chosen);
    const label = request.label ?? chosen?.label ?? "";
    const form: CorrectionForm = {
      ...empty,
      dimension: { name: dimension.name, label: dimension.label, hasLabels },
      member,
      label,
      joined,
      candidates: [...others.values()].map((each) => ({ ...sums(each), isSame: names.includes(each.name) })),
      recorded: listRecorded(dataset, dimension),
      shown: request.shown ?? shown,
    };
    if (!withEffect || !member) return form;
    await plan(reader, dimension, form, names);
    return { ...form, effect: effectOf(form, member) };
  };
  const bounds = queryBounds(context, actor, signal);
  return context.queue.run(() => withReader(dataset, bounds, read), signal);
}

/**
 * Publish a correction as a new version of a dataset.
 * @throws InvalidQuery with every error, Clashing if the corrections have changed since they were shown, NotFound,
 * Unauthenticated, Forbidden, OverCapacity, Unwritable; nothing is changed then
 */
export async function publishCorrection(
  context: LoadContext,
  actor: Actor,
  name: string,
  request: CorrectionRequest,
  signal: { readonly cancel: Cancellation; readonly abort: AbortSignal },
): Promise<void> {
  const dataset = findManaged(context, actor, name);
  const dimension = findCorrected(dataset, request.dimension);
  if (!dimension || request.member === "") throw new InvalidQuery(errorText("member_not_chosen"));
  const bounds = queryBounds(context, actor, signal.cancel);
  const corrections = await context.queue.run(
    () =>
      withReader(dataset, bounds, async (reader) => {
        const member = await findNamed(reader, dimension, request.member);
        if (!member) throw new NotFound(noMember(request.member, dimension));
        return plan(reader, dimension, { member, label: request.label ?? member.label }, request.same);
      }),
    signal.cancel,
  );
  const place = correctionsPlace(dimension.name);
  const texts = new Map([[place, printCorrections(corrections)]]);
  const shown = new Map([[place, request.shown ?? textOfCorrections(dataset, dimension)]]);
  await editDataset(context.loads, name, { shown, texts }, actor, signal.abort);
}

async function plan(
  reader: Reader,
  dimension: Dimension,
  { member, label }: { readonly member: NamedMember | null; readonly label: string },
  same: readonly string[],
): Promise<MemberCorrections> {
  const text = composeText(label.trim());
  const known = await findAll(reader, dimension, same);
  const unknown = same.filter((name) => !known.some((each) => each.name === name));
  const taken = await findTaken(reader, dimension, member, text);
  const hasLabels = dimension.kind === "compound";
  const order = { member: member!, same, label: text, hasLabels, taken, unknown };
  return planCorrection(dimension.corrections ?? NO_CORRECTIONS, order);
}

function effectOf({ candidates, label }: CorrectionForm, member: CountedMember): CorrectionEffect {
  const merged = candidates.filter(({ isSame }) => isSame);
  const all = [member, ...merged];
  const count = (members: readonly CountedMember[]): number =>
    members.reduce((sum, { numEntries }) => sum + numEntries, 0);
  return {
    label: label.trim(),
    merged,
    changed: count(label.trim() === member.label ? merged : all),
    after: {
      numEntries: count(all),
      sums: member.sums.map((_, at) => all.map(({ sums }) => sums[at]!).reduce(addDecimals)),
    },
  };
}

function noMember(name: string, { label }: Dimension): string {
  return errorText("no_member_to_correct", { name: JSON.stringify(name), dimension: JSON.stringify(label) });
}

async function findAll(reader: Reader, dimension: Dimension, names: readonly string[]): Promise<NamedMember[]> {
  const found: NamedMember[] = [];
  for (const name of names) {
    const member = await findNamed(reader, dimension, name);
    if (member) found.push(member);
  }
  return found;
}

async function findNamed(reader: Reader, dimension: Dimension, name: string): Promise<NamedMember | null> {
  const member = name === "" ? null : await reader.findMember(dimension, name);
  return member && readNamedMember(dimension, member);
}

/** Find another member that has the label that a member is to have. @param typed as it was typed */
async function findTaken(
  reader: Reader,
  dimension: Dimension,
  own: NamedMember | null,
  typed: string,
): Promise<NamedMember | null> {
  const label = composeText(typed.trim());
  const words = own === null || label === own.label ? [] : readWords(label);
  if (own === null || words.length === 0) return null;
  const query = { dimension, attributes: namingAttributes(dimension), words, areWhole: true, limit: 100 };
  const found = (await reader.suggest(query)).map(({ member }) => readNamedMember(dimension, member));
  return found.find((each) => each.label === label && each.name !== own.name) ?? null;
}

/** Count the entries of some members, and add them up. */
async function countMembers(
  reader: Reader,
  { model }: Dataset,
  dimension: Dimension,
  members: readonly NamedMember[],
): Promise<(member: NamedMember) => CountedMember> {
  const measures = currencyDimension(model) ? [] : model.measures;
  const clauses = members.map(({ name }) => ({ field: fieldOf(dimension), value: name }));
  const counts = new Map<string, Pick<CountedMember, "numEntries" | "sums">>();
  if (members.length > 0) {
    const keys = [{ dimension, attribute: dimension.identity }];
    const filters = bindCuts(model, clauses, []).conditions;
    const query = { filters, keys, measures, order: [], first: 0, limit: members.length };
    const { cells } = await gatherCells(await reader.aggregate(query));
    for (let at = 0; at < cells.length; at++) {
      const sums = measures.map((_, place) => decimalAt(cells.sums[place]!, at));
      counts.set(String(cells.keys[0]![at]), { numEntries: cells.numEntries[at]!, sums });
    }
  }
  const none = { numEntries: 0, sums: measures.map(() => ZERO) };
  return (member) => ({ ...member, ...(counts.get(member.name) ?? none) });
}

function fieldOf({ kind, name }: Dimension): string {
  return kind === "compound" ? `${name}.name` : name;
}
