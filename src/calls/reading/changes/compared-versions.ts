import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { mayRead } from "../../../access/permissions.js";
import { InvalidQuery, NotFound } from "../../../core/errors/errors.js";
import type { Both } from "../../../core/model/shared-fields.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import type { DatasetCatalog } from "../../../store/dataset-catalog.js";
import { nameVersion, readNumbered, withoutVersion } from "../../../store/version-name.js";
import type { Context } from "../../context.js";
import { findCurrent, findDataset } from "../lookup/find-dataset.js";
import { readableVersions } from "../lookup/open-versions.js";

/** Two versions of a dataset. */
export interface ComparedVersions extends Both<Dataset> {
  /** True if the request names both, so that it always means the same two. */
  readonly isNamed: boolean;
}

/**
 * List the names of the versions that a call compares, so that they can be opened before it. Names of what does not exist
 * are left out.
 * @param name of the dataset, perhaps with a version
 */
export function nameCompared(
  catalog: Pick<DatasetCatalog, "get">,
  actor: Actor,
  name: string,
  parameters: Parameters,
): readonly string[] {
  const dataset = catalog.get(withoutVersion(name));
  if (!dataset || !mayRead(actor, dataset)) return [];
  const { from, to } = chooseVersions(actor, dataset, name, parameters, []);
  return [from, to].flatMap((number) => (number === null ? [] : [nameVersion(dataset.model.dataset.name, number)]));
}

/**
 * Find the versions that a call compares: by default the one in its path, or else the current one, and the version before
 * it.
 * @throws NotFound if there is none before; Gone, Unauthenticated, Forbidden or OverCapacity as `findDataset` does
 */
export function findCompared(context: Context, actor: Actor, name: string, parameters: Parameters): ComparedVersions {
  const dataset = findCurrent(context, actor, name);
  const errors: string[] = [];
  const { from, to, isNamed } = chooseVersions(actor, dataset, name, parameters, errors);
  if (errors.length > 0) throw new InvalidQuery(errors);
  const { name: own, label } = dataset.model.dataset;
  const after = findDataset(context, actor, nameVersion(own, to), NotFound);
  if (from === null) {
    throw new NotFound(errorText("no_version_before", { dataset: own, version: to }), {
      above: { label, list: "versions", path: `/${own}/meta/versions` },
    });
  }
  return { before: findDataset(context, actor, nameVersion(own, from), NotFound), after, isNamed };
}

interface ChosenVersions {
  /** `null` if there is none. */
  readonly from: number | null;
  readonly to: number;
  readonly isNamed: boolean;
}

function chooseVersions(
  actor: Actor,
  dataset: Dataset,
  name: string,
  parameters: Parameters,
  errors: string[],
): ChosenVersions {
  const [given, wanted] = [readNumber(parameters, "from", errors), readNumber(parameters, "to", errors)];
  const to = wanted ?? readNumbered(name)?.number ?? dataset.number;
  const before = readableVersions(actor, dataset).find(({ number }) => number < to);
  const isNamed = given !== null && (wanted !== null || name !== withoutVersion(name));
  return { from: given ?? before?.number ?? null, to, isNamed };
}

function readNumber(parameters: Parameters, name: string, errors: string[]): number | null {
  const text = parameters.get(name)?.trim();
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  errors.push(`${name}: ${errorText("not_a_version", { version: text })}`);
  return null;
}
