import type { Entry } from "../../../core/engine/entry.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { Dataset } from "../../../store/dataset.js";
import { describeDataset } from "../describe/describe-dataset.js";
import { describeMember } from "../describe/describe-member.js";
import { memoizeText } from "../formats/memoize-text.js";
import { entryUrl } from "../describe/links.js";

/**
 * Return a function that writes entries of a dataset as JSON, like `describeEntry`, each with its dataset. Faster than
 * `describeEntry`: text that entries share is written once.
 */
export function planEntry(dataset: Dataset, origin: string): (entry: Entry, extra?: string) => string {
  const { model } = dataset;
  const described = JSON.stringify(describeDataset(dataset, origin));
  const fields = model.fields.map((field): readonly [key: string, write: (entry: Entry) => string] => {
    const key = `,${JSON.stringify(field.name)}:`;
    if (field.kind === "measure") return [key, ({ amounts }) => decimalText(amounts[field.index]!)];
    if (field.kind === "attribute") {
      return [key, ({ members }) => JSON.stringify(members[field.index]?.values[0] ?? null)];
    }
    const write = memoizeText((member) => JSON.stringify(describeMember(model, field, member, origin)));
    return [key, ({ members }) => write(members[field.index]!)];
  });
  return (entry, extra = "") => {
    let text = `{"id":"${entry.id}","html_url":${JSON.stringify(entryUrl(origin, model.dataset.name, entry.id))},"dataset":${described}`;
    for (const [key, write] of fields) text += key + write(entry);
    return `${text}${extra}}`;
  };
}
