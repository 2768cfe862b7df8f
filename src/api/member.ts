import type { Actor } from "../access/actor.js";
import type { Dataset } from "../store/dataset.js";
import type { Dimension, Value } from "../model/cube.js";
import type { Body, Resource } from "./answer.js";
import type { Context } from "./context.js";
import { csvCell, csvRecord } from "./csv.js";
import { datasetAnswer } from "./dataset-answer.js";
import { describeDataset } from "./describe-dataset.js";
import { describeDimension } from "./describe-dimension.js";
import { describeMember, type MemberDescription } from "./describe-member.js";
import { findMember, lookUpMember, type MemberPath } from "./find-member.js";
import { memberBase, memberEntriesUrl } from "./links.js";
import type { Alternate } from "./page.js";

const FORMS: readonly Alternate[] = ["json", "csv"];

/** `GET /{dataset}/{dimension}/{name}`: a member with every attribute. */
export async function showMember(context: Context, actor: Actor, path: MemberPath, origin: string): Promise<Resource> {
  const { dataset, dimension, member } = await findMember(context, actor, path);
  const { model } = dataset;
  const described = describeMember(model, dimension, member, origin);
  const name = String(described.name);
  return {
    ...datasetAnswer(context, dataset),
    forms: {
      json: async () => ({ chunks: [JSON.stringify(described)] }),
      csv: async () => writeMember(described, model.dataset.name),
    },
    page: async () => ({
      kind: "member",
      origin,
      url: memberBase(origin, model.dataset.name, dimension, name),
      query: "",
      alternates: await listAlternates(dataset, dimension, name),
      dataset: describeDataset(dataset, origin),
      dimension: describeDimension(model, dimension, origin),
      member: described,
      entriesUrl: memberEntriesUrl(origin, model.dataset.name, dimension, name),
    }),
  };
}

function writeMember(member: MemberDescription, dataset: string): Body {
  const columns: readonly (readonly [string, Value])[] = Object.entries(member);
  const header = csvRecord(columns.map(([name]) => name));
  return { chunks: [header, csvRecord(columns.map(([, value]) => csvCell(value)))], filename: `${dataset}.csv` };
}

/** The forms that a suffix leads to: where another member has the name with the suffix, it leads there. */
async function listAlternates(dataset: Dataset, dimension: Dimension, name: string): Promise<readonly Alternate[]> {
  const taken = await Promise.all(FORMS.map((form) => lookUpMember(dataset, dimension, `${name}.${form}`)));
  return FORMS.filter((_, at) => taken[at] === null);
}
