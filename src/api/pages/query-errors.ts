import { InvalidQuery } from "../../errors/errors.js";

/** What is wrong with what something reads or binds; nothing where it does not throw. */
export function queryErrors(bind: () => unknown): readonly string[] {
  try {
    bind();
    return [];
  } catch (error) {
    if (error instanceof InvalidQuery) return error.errors;
    throw error;
  }
}
