import { parentPort } from "node:worker_threads";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { describeTable } from "#src/engines/columnar/table/table-header.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows, SAMPLE } from "../../../../contract/sample.js";
import { spendingModel } from "../../../../fixtures.js";

/** Build a table of the sample in a worker thread and post it to the parent. */
const kernel = Kernel.start();
const { table } = loadRows(columnarFormat(kernel, 1024), spendingModel(), SAMPLE) as ColumnarEngine;
const port = parentPort!;
port.postMessage({ header: describeTable(table), memories: table.memories.map(({ memory }) => memory) });
