import { CommanderError } from "commander";
import { FEATURES } from "../../features/features.js";

/** Read the names of features to leave out, joined by commas. @throws CommanderError that lists all unknown ones */
export function readFeatures(text = ""): readonly string[] {
  const names = text.split(",").flatMap((name) => name.trim() || []);
  const known = FEATURES.map(({ name }) => name).toSorted();
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  const quoted = unknown.map((name) => `"${name}"`).join(", ");
  throw new CommanderError(2, "spendcube.without", `error: --without: unknown ${quoted}; known: ${known.join(", ")}`);
}
