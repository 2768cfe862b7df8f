import type { ReadNearIds } from "./id-test.js";
import type { TextSearch } from "./read-texts.js";

/** Reads that some tests need before they can be written as SQL. */
export interface ConditionReads {
  readonly readNearIds: ReadNearIds;
  readonly readTexts: (search: TextSearch) => Promise<readonly string[]>;
  /** Called at intervals; throws to abort. */
  readonly check: () => void;
}
