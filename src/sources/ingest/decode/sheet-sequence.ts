import type { SheetRows } from "./sheet-rows.js";

/** The sheet that is written while a document is parsed; `null` while none is. */
export interface SheetCursor {
  out: SheetRows | null;
}

/**
 * Parses a document with all its sheets, piece by piece, each of which holds the begin of at most one sheet. Calls
 * `begin` with the position of each sheet; writes rows to the sheet of the cursor, and removes it there at its end.
 */
export type ParseSheets = (cursor: SheetCursor, begin: (at: number) => void) => AsyncGenerator<undefined>;

/** Reads sheets that stand one after the other in one document: in their order, one pass is enough for all. */
export class SheetSequence {
  readonly #parse: ParseSheets;
  #pass: { readonly parsing: AsyncGenerator<undefined>; readonly cursor: SheetCursor; begun: number } | null = null;
  #wanted: { readonly at: number; readonly out: SheetRows } | null = null;

  constructor(parse: ParseSheets) {
    this.#parse = parse;
  }

  /** Write a sheet as CSV. Only one at a time is read. @param at its position in the document */
  async *read(at: number, out: SheetRows): AsyncGenerator<string> {
    if (!this.#pass || this.#pass.begun >= at) await this.#restart();
    const pass = this.#pass!;
    this.#wanted = { at, out };
    try {
      // It ends before the next one begins, so that that one can be read in the same pass.
      while (pass.begun < at || (pass.begun === at && pass.cursor.out !== null)) {
        const { done } = await pass.parsing.next();
        yield out.take();
        if (done) break;
      }
    } finally {
      pass.cursor.out = null;
      this.#wanted = null;
    }
  }

  /** Release what is read. */
  async close(): Promise<void> {
    await this.#pass?.parsing.return(undefined);
    this.#pass = null;
  }

  async #restart(): Promise<void> {
    await this.close();
    const cursor: SheetCursor = { out: null };
    const pass = {
      parsing: this.#parse(cursor, (at) => {
        pass.begun = at;
        cursor.out = this.#wanted?.at === at ? this.#wanted.out : null;
      }),
      cursor,
      begun: -1,
    };
    this.#pass = pass;
  }
}
