import { AGGREGATE_TOOL } from "./aggregate-tool.js";
import { DESCRIBE_DATASET_TOOL } from "./describe-dataset-tool.js";
import { FIND_DATASETS_TOOL } from "./find-datasets-tool.js";
import { FIND_MEMBERS_TOOL } from "./find-members-tool.js";
import { SEARCH_ENTRIES_TOOL } from "./search-entries-tool.js";
import type { Tool } from "./tool.js";
import { WHAT_CHANGED_TOOL } from "./what-changed-tool.js";

/** All tools. A new one is a file of its own and a row here. */
export const TOOLS: readonly Tool[] = [
  FIND_DATASETS_TOOL,
  DESCRIBE_DATASET_TOOL,
  FIND_MEMBERS_TOOL,
  AGGREGATE_TOOL,
  SEARCH_ENTRIES_TOOL,
  WHAT_CHANGED_TOOL,
];
