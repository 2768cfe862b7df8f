import { after } from "node:test";
import { columnarFormat } from "#src/columnar/format.js";
import { Kernel } from "#src/kernel/kernel.js";
import { describeCuts } from "./cut-suite.js";
import { describeEngine } from "./engine-suite.js";
import { describeFunctions } from "./function-suite.js";
import { describeSerialization } from "./serialize-suite.js";
import { describeLeases } from "./lease-suite.js";
import { describeLookups } from "./lookup-suite.js";
import { describeSearch } from "./search-suite.js";
import { describeSums } from "./sum-suite.js";

const kernel = Kernel.start({ threads: 2 });
after(() => kernel.close());

describeEngine("the columnar engine", columnarFormat(kernel));
describeCuts("the columnar engine", columnarFormat(kernel));
describeLookups("the columnar engine", columnarFormat(kernel));
describeLeases("the columnar engine", columnarFormat(kernel));
describeSums("the columnar engine", columnarFormat(kernel));
describeFunctions("the columnar engine", columnarFormat(kernel));
describeSerialization("the columnar engine", columnarFormat(kernel));
describeSerialization("the columnar engine, in several memories", columnarFormat(kernel, 1024));
describeSearch("the columnar engine", columnarFormat(kernel));

const clusters = columnarFormat(kernel, undefined, { rows: 0, clusterRows: 0 });
describeEngine("the columnar engine, in clusters", clusters);
describeCuts("the columnar engine, in clusters", clusters);
describeLookups("the columnar engine, in clusters", clusters);
describeLeases("the columnar engine, in clusters", clusters);
describeSums("the columnar engine, in clusters", clusters);
describeFunctions("the columnar engine, in clusters", clusters);
describeSerialization("the columnar engine, in clusters", clusters);
describeSearch("the columnar engine, in clusters", clusters);
