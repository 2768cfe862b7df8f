import { PUBLISHED } from "./page-datasets.js";
import { describeScope } from "./scope-rules.js";

for (const name of PUBLISHED) describeScope(name);
