import { InvalidQuery } from "../../../core/errors/errors.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { InvalidInput, InvalidPage } from "./invalid-pages.js";

/** The error for invalid parameters that a form may have sent. Browsers get the form again, with the typed values. */
export class InvalidForm extends InvalidQuery {
  readonly page: () => InvalidPage;

  /** @param page builds the form with its errors */
  constructor(errors: readonly string[], parameters: Parameters, page: (invalid: InvalidInput) => InvalidPage) {
    super(errors);
    const names = new Set(errors.flatMap((error) => /^(\w+): /.exec(error)?.[1] ?? []));
    const typed = Object.fromEntries([...names].map((name) => [name, parameters.all(name)]));
    this.page = () => page({ errors, typed });
  }
}
