import { plainFormat } from "../reference/builder.js";
import { describeCuts } from "./cut-suite.js";
import { describeEngine } from "./engine-suite.js";
import { describeSerialization } from "./serialize-suite.js";
import { describeFunctions } from "./function-suite.js";
import { describeLeases } from "./lease-suite.js";
import { describeLookups } from "./lookup-suite.js";
import { describeSearch } from "./search-suite.js";
import { describeSums } from "./sum-suite.js";

describeEngine("the reference engine", plainFormat);
describeCuts("the reference engine", plainFormat);
describeLookups("the reference engine", plainFormat);
describeLeases("the reference engine", plainFormat);
describeSums("the reference engine", plainFormat);
describeFunctions("the reference engine", plainFormat);
describeSerialization("the reference engine", plainFormat);
describeSearch("the reference engine", plainFormat);
