import { writeFile } from "node:fs/promises";
import { makeDemoCsv } from "./demo-csv.js";
import { DEMO_CSV } from "#src/core/assets/demo.js";

const folder = process.argv[2];

if (folder === undefined) {
  process.stderr.write(
    "Usage: node .build/scripts/demo/make.js FOLDER\n" +
      "Writes demo/uk-spending.csv from FOLDER/data.csv.gz, the Country and Regional Analysis 2010.\n",
  );
  process.exitCode = 2;
} else {
  await writeFile(DEMO_CSV, await makeDemoCsv(folder));
}
