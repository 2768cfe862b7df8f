import { CALL_ERRORS } from "./calls.js";
import { HTTP_ERRORS } from "./http.js";
import { QUERY_ERRORS } from "./query.js";

/** English sentences of all errors, by code. */
export const ERROR_TEXTS = { ...QUERY_ERRORS, ...CALL_ERRORS, ...HTTP_ERRORS } as const;
