import type { Actor } from "../../../access/actor.js";
import { NotFound } from "../../../core/errors/errors.js";
import { isObject } from "../../../core/model/parse/section.js";
import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { describeDataset } from "../../reading/describe/describe-dataset.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";

/**
 * `GET /{dataset}/model`: the core metadata and the published model, as a document that can be loaded again. Fields without
 * a label have their name, because published clients show labels unseen.
 */
export function showModel(context: Context, actor: Actor, name: string, origin: string): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const { document, measures } = dataset.model;
  const mapping = Object.fromEntries(
    Object.entries(document.mapping).map(([field, definition]) => [field, withLabel(field, definition)]),
  );
  const describe = (): unknown => ({
    dataset: { ...document.dataset, ...describeDataset(dataset, origin) },
    mapping,
    views: document.views ?? [],
    ...(document.hierarchies && { hierarchies: document.hierarchies }),
    ...(document.notes && { notes: document.notes }),
    ...(document.formulas && { formulas: document.formulas }),
    ...(document.references && { references: document.references }),
    measures: Object.fromEntries(measures.map((measure) => [measure.name, mapping[measure.name]])),
  });
  return {
    ...datasetAnswer(context, dataset),
    formats: { json: async () => ({ chunks: [JSON.stringify(describe())] }) },
  };
}

function withLabel(name: string, definition: unknown): unknown {
  return isObject(definition) && (definition["label"] ?? "") === "" ? { ...definition, label: name } : definition;
}
