import type { Command } from "commander";
import { CommanderError } from "commander";
import { nearest } from "../../core/model/nearest.js";

/** Words that other programs have for a command, by the words of ours: the first one that there is, is meant. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  add: ["add", "load"],
  create: ["add", "load"],
  new: ["add", "load"],
  import: ["load"],
  update: ["load"],
  upload: ["load"],
  remove: ["remove", "drop"],
  delete: ["remove", "drop"],
  rm: ["remove", "drop"],
  del: ["remove", "drop"],
  drop: ["drop", "remove"],
  ls: ["list", "dataset"],
  show: ["list", "versions"],
  unpublish: ["retract"],
  hide: ["retract"],
  revert: ["rollback"],
  restore: ["rollback"],
  undo: ["rollback"],
  history: ["versions"],
  password: ["set-password"],
  passwd: ["set-password"],
  key: ["rotate-key"],
  check: ["validate", "verify"],
  test: ["validate"],
  start: ["serve"],
  run: ["serve"],
  server: ["serve"],
  download: ["export"],
  dump: ["export"],
  datasets: ["dataset"],
  users: ["user"],
};

/** Refuse unknown commands below a command, and name the one that is meant. */
export function refuseMistaken(parent: Command): void {
  parent.on("command:*", ([word]: [string]) => {
    const known = parent.commands.map((each) => each.name());
    const synonym = SYNONYMS[word.toLowerCase()]?.find((each) => known.includes(each));
    const meant = synonym ?? nearest(word, known)[0];
    const name = [parent.parent?.name(), parent.name()].filter(Boolean).join(" ");
    const remedy = meant === undefined ? `; known: ${known.join(", ")}` : `; did you mean "${name} ${meant}"?`;
    throw new CommanderError(2, "spendcube.unknownCommand", `error: unknown command "${word}"${remedy}`);
  });
}
