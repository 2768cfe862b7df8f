import { plainFormat } from "#src/plain/builder.js";
import { describeEngine } from "./engine-suite.js";

describeEngine("the plain engine", plainFormat);
