import type { Body } from "../../calls/answer.js";
import { csvCell, csvRecord } from "../../calls/reading/formats/csv.js";
import type { SharedName } from "../../calls/context.js";
import type { NamedSums } from "../../calls/reading/members/sum-namesakes.js";
import { decimalText } from "../../core/model/values/decimal.js";

/** Write the sums of a member as CSV: a record for each dataset, name, year and measure. */
export function writeNamesakesCsv({ taxonomy, name }: SharedName, sums: readonly NamedSums[]): Body {
  const apart = [...new Set(sums.flatMap((each) => each.apart.map((dimension) => dimension.name)))];
  const header = [
    "dataset",
    "dimension",
    "name",
    "label",
    "year",
    ...apart,
    "measure",
    "amount",
    "currency",
    "num_entries",
  ];
  return {
    chunks: [csvRecord(header), ...sums.map((each) => writeRows(each, apart).map(csvRecord).join(""))],
    filename: `${taxonomy}-${name}.csv`,
  };
}

function writeRows(sums: NamedSums, apart: readonly string[]): readonly (readonly string[])[] {
  const { dataset, dimension, namesakes, measures } = sums;
  const { name: datasetName, currency } = dataset.model.dataset;
  const labels = new Map(namesakes.map(({ name, label }) => [name, label]));
  return sums.rows.flatMap(({ member, year, apart: values, numEntries, sums: amounts }) => {
    const valueOf = (column: string) => values[sums.apart.findIndex(({ name }) => name === column)] ?? null;
    const before = [datasetName, dimension.name, member, labels.get(member) ?? member, year, ...apart.map(valueOf)];
    return measures.map((measure, at) => [
      ...before.map(csvCell),
      csvCell(measure.name),
      decimalText(amounts[at]!),
      csvCell(currency),
      String(numEntries),
    ]);
  });
}
