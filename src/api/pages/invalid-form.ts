import { InvalidQuery } from "../../errors/errors.js";
import type { Parameters } from "../../query/parameters.js";
import type { InvalidInput, InvalidPage } from "./invalid-pages.js";

/** Invalid parameters that a form may have sent: people are shown the form again, with what was typed. */
export class InvalidForm extends InvalidQuery {
  readonly page: () => InvalidPage;

  /** @param page makes the form, given what is wrong with it */
  constructor(errors: readonly string[], parameters: Parameters, page: (invalid: InvalidInput) => InvalidPage) {
    super(errors);
    const names = new Set(errors.flatMap((error) => /^(\w+): /.exec(error)?.[1] ?? []));
    const typed = Object.fromEntries([...names].map((name) => [name, parameters.all(name)]));
    this.page = () => page({ errors, typed });
  }
}
