import { InvalidQuery } from "../../../core/errors/errors.js";

/** Collect the errors that reading or binding parameters throws. */
export function queryErrors(bind: () => unknown): readonly string[] {
  try {
    bind();
    return [];
  } catch (error) {
    if (error instanceof InvalidQuery) return error.errors;
    throw error;
  }
}
