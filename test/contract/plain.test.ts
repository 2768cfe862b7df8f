import { plainFormat } from "#src/plain/builder.js";
import { describeEngine } from "./engine-suite.js";
import { describeLookups } from "./lookup-suite.js";

describeEngine("the plain engine", plainFormat);
describeLookups("the plain engine", plainFormat);
