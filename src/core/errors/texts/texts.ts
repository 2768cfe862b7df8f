import { CALL_ERRORS } from "./calls.js";
import { CELL_ERRORS } from "./cells.js";
import { COMMAND_ERRORS } from "./commands.js";
import { ENGINE_ERRORS } from "./engines.js";
import { FILE_ERRORS } from "./files.js";
import { HTTP_ERRORS } from "./http.js";
import { LOAD_WARNINGS } from "./loads.js";
import { MODEL_ERRORS } from "./models.js";
import { PROPOSAL_WARNINGS } from "./proposals.js";
import { QUERY_ERRORS } from "./query.js";
import { SERVER_ERRORS } from "./server.js";
import { SITE_ERRORS } from "./site.js";
import { WARNING_TEXTS } from "./warnings.js";

/** English sentences of all errors, by code. */
export const ERROR_TEXTS = {
  ...QUERY_ERRORS,
  ...CALL_ERRORS,
  ...HTTP_ERRORS,
  ...MODEL_ERRORS,
  ...FILE_ERRORS,
  ...CELL_ERRORS,
  ...SITE_ERRORS,
  ...SERVER_ERRORS,
  ...ENGINE_ERRORS,
  ...COMMAND_ERRORS,
  ...WARNING_TEXTS,
  ...LOAD_WARNINGS,
  ...PROPOSAL_WARNINGS,
} as const;
