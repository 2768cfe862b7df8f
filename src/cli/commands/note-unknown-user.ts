import type { Terminal } from "../../process/control/terminal.js";
import { didYouMean } from "../../core/model/nearest.js";
import type { Catalog } from "../../store/catalog.js";
import { printLine } from "../terminal/terminal.js";

/** Print a note if no user has the name: it may be misspelt, or the user may be added later. */
export function noteUnknownUser(terminal: Terminal, { accounts }: Pick<Catalog, "accounts">, name: string): void {
  const known = accounts.map((account) => account.name);
  if (known.includes(name)) return;
  const remedy = didYouMean(name, known) || `; add one: spendcube user add ${name}`;
  printLine(terminal.err, `note: there is no user with name "${name}" yet${remedy}`);
}
