import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import { escapeUnseen, writeInert } from "../../../core/model/words/plain-text.js";
import { UserError } from "../../../core/errors/errors.js";
import { RpcError } from "./json-rpc.js";
import type { ToolScope } from "./tool.js";

const URI = /^spendcube:\/\/([\w-]+)\/model$/;
const MIME_TYPE = "application/json";

/** The form of the addresses of models. */
export const MODEL_TEMPLATE = {
  uriTemplate: "spendcube://{dataset}/model",
  name: "model",
  title: "Model of a dataset",
  description: "Core metadata, dimensions, measures, hierarchies and notes of a dataset.",
  mimeType: MIME_TYPE,
};

/** List the models of all datasets that the caller may read. */
export async function listModels({ read }: ToolScope): Promise<readonly object[]> {
  const { datasets } = (await read("/datasets", {}, [])) as { readonly datasets: readonly DatasetDescription[] };
  return datasets.map(({ name, label, description }) => ({
    uri: `spendcube://${name}/model`,
    name,
    title: writeInert(label),
    ...(description !== null && { description: writeInert(description) }),
    mimeType: MIME_TYPE,
  }));
}

/** Read a model by its address. @throws RpcError when there is none that the caller may read */
export async function readModelResource({ read }: ToolScope, uri: unknown): Promise<object> {
  const [, dataset] = (typeof uri === "string" && URI.exec(uri)) || [];
  if (dataset === undefined) {
    throw new RpcError("unknownResource", `Unknown resource; addresses are ${MODEL_TEMPLATE.uriTemplate}`);
  }
  try {
    const model = await read("/{dataset}/model", { dataset }, []);
    return { contents: [{ uri, mimeType: MIME_TYPE, text: escapeUnseen(JSON.stringify(model)) }] };
  } catch (error) {
    if (error instanceof UserError) throw new RpcError("unknownResource", error.errors.join("\n"));
    throw error;
  }
}
