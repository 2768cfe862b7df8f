import { plainFormat } from "../reference/builder.js";
import { describeCuts } from "./cut-suite.js";
import { describeEngine } from "./engine-suite.js";
import { describeFreezing } from "./freeze-suite.js";
import { describeFunctions } from "./function-suite.js";
import { describeLeases } from "./lease-suite.js";
import { describeLookups } from "./lookup-suite.js";
import { describeSearch } from "./search-suite.js";
import { describeSums } from "./sum-suite.js";

describeEngine("the plain engine", plainFormat);
describeCuts("the plain engine", plainFormat);
describeLookups("the plain engine", plainFormat);
describeLeases("the plain engine", plainFormat);
describeSums("the plain engine", plainFormat);
describeFunctions("the plain engine", plainFormat);
describeFreezing("the plain engine", plainFormat);
describeSearch("the plain engine", plainFormat);
