import { errorText } from "../../core/errors/error-text.js";
import { BadSource } from "../../core/errors/errors.js";

type Code = Parameters<typeof errorText>[0];

const MAX_NAME = 80;

/** Errors of a file of shapes: of each kind one for each place, the first, as a place may have a million rings. */
export class ShapeErrors {
  readonly #texts = new Map<string, string>();

  /** @param place the place's number, or a text for the whole file */
  add(place: number | string, code: Code, values: Readonly<Record<string, unknown>>): void {
    const key = `${place} ${code}`;
    if (!this.#texts.has(key)) this.#texts.set(key, errorText(code, values as never));
  }

  /** @throws BadSource with every error, if there is one */
  throwAny(): void {
    if (this.#texts.size > 0) throw new BadSource([...new Set(this.#texts.values())]);
  }
}

/** Quote the name of a place for a message. */
export function quotePlace(name: string): string {
  return `"${clipName(name)}"`;
}

/** Shorten a text of a file for a message. */
export function clipName(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
