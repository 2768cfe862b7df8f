import { setting } from "./setting.js";

export const DATA = setting("--data <dir>", "data directory", { preset: "snapshots" });
export const JSON_OUTPUT = setting("--json", "print results as JSON", { type: "flag" });

export const KEEP_SOURCES = setting(
  "--keep-sources",
  "keep a compressed copy of each file that is loaded, so that entries lead to their row in it",
  { type: "flag" },
);
