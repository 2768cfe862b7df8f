import { packRows, packTexts } from "../client/row-writer.js";
import { errorText } from "../../../core/errors/error-text.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import type { ExternalTable } from "../client/multipart.js";

/** Numbers in a set from which on it is sent as a table: the parser is slow at long lists. */
const MAX_LISTED = 500;

/** Texts that are sent as parameters: servers accept a thousand fields. */
const MAX_TEXTS_SENT = 900;

/** Parts of a query that its text only names: lists of numbers and texts of users. */
export class StatementParts {
  readonly tables: ExternalTable[] = [];
  readonly parameters: Record<string, string> = {};
  /** Names of parameters by their texts: servers limit their number. */
  readonly #names = new Map<string, string>();

  /** Write a test that a column of numbers has one of some. */
  isOneOf(column: string, numbers: ArrayLike<number>): string {
    if (numbers.length === 0) return "0";
    if (numbers.length === 1) return `${column} = ${numbers[0]}`;
    if (numbers.length <= MAX_LISTED) return `${column} IN (${Array.from(numbers).join()})`;
    return `${column} IN ${this.addTable("c UInt32", packRows(Array.from(numbers)))}`;
  }

  /** Write a test that a column of texts has one of some. Texts that are no Unicode are in no column. */
  isOneText(column: string, texts: readonly string[]): string {
    const known = texts.filter((text) => text.isWellFormed());
    if (known.length === 0) return "0";
    if (known.length === 1) return `${column} = ${this.addText(known[0]!)}`;
    return `${column} IN ${this.addTable("c String", packTexts(known))}`;
  }

  /** Send rows along. @returns the name of their table */
  addTable(structure: string, rows: Uint8Array): string {
    const name = `e${this.tables.length}`;
    this.tables.push({ name, structure, rows });
    return name;
  }

  /** Send a text along. @returns the expression that has its value @throws OverCapacity */
  addText(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return `{${known}:String}`;
    if (this.#names.size === MAX_TEXTS_SENT) {
      throw new OverCapacity(errorText("too_many_texts_to_compare", { maximum: MAX_TEXTS_SENT }));
    }
    const name = `p${this.#names.size}`;
    this.#names.set(text, name);
    // Parameters are escaped like values of tab-separated files.
    this.parameters[name] = text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n");
    return `{${name}:String}`;
  }
}
