import type { Actor } from "../../../access/actor.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { correctionsPlace } from "../../../core/model/edit/editable-texts.js";
import type { MemberCorrections } from "../../../core/model/member-corrections.js";
import type { LoadContext } from "../loads/load-context.js";
import {
  findCorrected,
  NO_CORRECTIONS,
  printCorrections,
  textOfCorrections,
  withoutCorrection,
} from "./corrected-dimension.js";
import type { CorrectionRequest } from "./correct-members.js";
import { editDataset } from "./edit-model.js";
import { findManaged } from "./editor.js";

/** A recorded correction that is to be undone. */
export interface UndoRequest extends Pick<CorrectionRequest, "dimension" | "shown"> {
  /** Name of the spelling that becomes a member of its own again, or of the member that gets back its label. */
  readonly name: string;
  readonly kind: keyof MemberCorrections;
}

/**
 * Publish a dataset without one of its corrections as a new version.
 * @throws InvalidQuery if the names that were read are not known any more, else the errors of `publishCorrection`
 */
export async function undoCorrection(
  context: LoadContext,
  actor: Actor,
  dataset: string,
  { dimension: of, kind, name, shown }: UndoRequest,
  signal: AbortSignal,
): Promise<void> {
  const managed = findManaged(context, actor, dataset);
  const dimension = findCorrected(managed, of);
  if (!dimension) throw new InvalidQuery(errorText("member_not_chosen"));
  const left = withoutCorrection(dimension.corrections ?? NO_CORRECTIONS, kind, name);
  const place = correctionsPlace(dimension.name);
  const texts = new Map([[place, printCorrections(left)]]);
  const shownTexts = new Map([[place, shown ?? textOfCorrections(managed, dimension)]]);
  await editDataset(context.loads, dataset, { shown: shownTexts, texts, mustPart: true }, actor, signal);
}
