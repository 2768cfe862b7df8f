import {
  ADD_SHAPES_SETTINGS,
  ADD_COLLECTION_SETTINGS,
  CHANGE_COLLECTION_SETTINGS,
  ADD_USER_SETTINGS,
  DATASET_SETTINGS,
  DROP_SETTINGS,
  EXPORT_SETTINGS,
  LIST_SETTINGS,
  LOAD_SETTINGS,
  MANAGERS_SETTINGS,
  PUBLISH_SETTINGS,
  PASSWORD_SETTINGS,
  VALIDATE_SETTINGS,
} from "../settings/settings.js";
import type { Setting } from "../settings/setting.js";
import type { Call } from "./call.js";

/** A command on a data directory. */
export interface CommandRun {
  readonly settings: readonly Setting[];
  /** True if the command creates a missing data directory; `named` if only one that the user names or asks for. */
  readonly creates: boolean | "named";
  /** Place among the arguments of a path, which is relative to the user's working directory. */
  readonly pathAt?: number;
  /** True if a data directory that the command creates may be a typing error. */
  readonly notesNew?: boolean;
  /**
   * Returns what to ask a person at a terminal first, unless the option `yes` is given. Before that the command runs with
   * the option `looks`, to refuse what it would refuse, and changes nothing.
   */
  readonly question?: (args: readonly string[]) => string;
  /** Returns true if the command reads a password from standard input. */
  readonly readsPassword?: (options: { readonly passwordStdin?: boolean }) => boolean;
  readonly run: Run;
}

/** Runs a command. @returns the exit status */
type Run = (call: Call) => Promise<number>;

/** Import a command's module when the command first runs: most modules serve only one command. */
const lazily =
  <Name extends string>(load: () => Promise<Readonly<Record<Name, Run>>>, name: Name): Run =>
  async (call) =>
    (await load())[name](call);

/** Commands that run in the owner of their data directory, by the words the user types. */
export const COMMANDS = {
  load: {
    settings: LOAD_SETTINGS,
    creates: "named",
    notesNew: true,
    run: lazily(() => import("./load.js"), "load"),
  },
  "compare next": {
    settings: VALIDATE_SETTINGS,
    creates: false,
    run: lazily(() => import("./compare-next.js"), "compareNextFile"),
  },
  export: { settings: EXPORT_SETTINGS, creates: false, run: lazily(() => import("./export.js"), "exportDataset") },
  "dataset list": {
    settings: LIST_SETTINGS,
    creates: false,
    run: lazily(() => import("./dataset.js"), "printDatasets"),
  },
  "dataset drop": {
    settings: DROP_SETTINGS,
    creates: false,
    question: ([name]) => `Drop ${name} with all its entries?`,
    run: lazily(() => import("./dataset.js"), "drop"),
  },
  "dataset publish": {
    settings: PUBLISH_SETTINGS,
    creates: false,
    run: lazily(() => import("./dataset.js"), "publish"),
  },
  "dataset retract": {
    settings: DROP_SETTINGS,
    creates: false,
    run: lazily(() => import("./dataset.js"), "retract"),
  },
  "dataset rollback": {
    settings: DATASET_SETTINGS,
    creates: false,
    run: lazily(() => import("./dataset.js"), "rollBack"),
  },
  "dataset model": {
    settings: LIST_SETTINGS,
    creates: false,
    run: lazily(() => import("./dataset.js"), "printModel"),
  },
  "dataset versions": {
    settings: DATASET_SETTINGS,
    creates: false,
    run: lazily(() => import("./versions.js"), "printVersions"),
  },
  "dataset note": {
    settings: DATASET_SETTINGS,
    creates: false,
    run: lazily(() => import("./versions.js"), "note"),
  },
  "dataset purge": {
    settings: DROP_SETTINGS,
    creates: false,
    question: (args) => `Remove all data of ${args.join(", ")} for good?`,
    run: lazily(() => import("./versions.js"), "purge"),
  },
  "dataset managers": {
    settings: MANAGERS_SETTINGS,
    creates: false,
    run: lazily(() => import("./dataset.js"), "listManagers"),
  },
  "collection add": {
    settings: ADD_COLLECTION_SETTINGS,
    creates: false,
    run: lazily(() => import("./collection.js"), "addCollectionByName"),
  },
  "collection change": {
    settings: CHANGE_COLLECTION_SETTINGS,
    creates: false,
    run: lazily(() => import("./collection.js"), "changeCollectionByName"),
  },
  "collection list": {
    settings: DATASET_SETTINGS,
    creates: false,
    run: lazily(() => import("./collection.js"), "listCollectionNames"),
  },
  "collection drop": {
    settings: DATASET_SETTINGS,
    creates: false,
    run: lazily(() => import("./collection.js"), "dropCollectionByName"),
  },
  "user add": {
    settings: ADD_USER_SETTINGS,
    creates: "named",
    notesNew: true,
    readsPassword: ({ passwordStdin }) => passwordStdin ?? false,
    run: lazily(() => import("./user.js"), "addUserByName"),
  },
  "user list": { settings: DATASET_SETTINGS, creates: false, run: lazily(() => import("./user.js"), "listUsers") },
  "user rotate-key": {
    settings: DATASET_SETTINGS,
    creates: false,
    run: lazily(() => import("./user.js"), "rotateUserKey"),
  },
  "user set-password": {
    settings: PASSWORD_SETTINGS,
    creates: false,
    readsPassword: () => true,
    run: lazily(() => import("./user.js"), "setUserPassword"),
  },
  "user remove": { settings: DATASET_SETTINGS, creates: false, run: lazily(() => import("./user.js"), "removeUser") },
  "shapes add": {
    settings: ADD_SHAPES_SETTINGS,
    pathAt: 1,
    creates: "named",
    notesNew: true,
    run: lazily(() => import("./shapes.js"), "addShapesOfFile"),
  },
  "shapes list": { settings: DATASET_SETTINGS, creates: false, run: lazily(() => import("./shapes.js"), "listShapes") },
  "shapes drop": { settings: DATASET_SETTINGS, creates: false, run: lazily(() => import("./shapes.js"), "dropShapes") },
  verify: { settings: LIST_SETTINGS, creates: false, run: lazily(() => import("./verify.js"), "verify") },
} as const satisfies Readonly<Record<string, CommandRun>>;

export type CommandName = keyof typeof COMMANDS;

/** Shells that `completion` writes a script for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof SHELLS)[number];
