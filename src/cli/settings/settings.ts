import { EXPORT_FORMATS } from "../../calls/formats.js";
import { ENGINE_SETTINGS } from "./engine-settings.js";
import { GUESS_SETTINGS } from "./guess-settings.js";
import { inGroup, type Setting, setting } from "./setting.js";
import { DATA, JSON_OUTPUT, KEEP_SOURCES } from "./shared-settings.js";

const FAIL_ON_WARNINGS = setting("--fail-on-warnings", "take warnings for errors: exit with 1, and load nothing", {
  type: "flag",
});

const UNIQUE = setting(
  "--unique",
  "refuse rows with the key of an earlier row, or of an entry of another source; by default they replace those",
  { type: "flag" },
);

const PRIVATE = setting("--private", "make the dataset private if it is new", { type: "flag" });

const SERVER = setting(
  "--server <url>",
  "server to load into, instead of a data directory, with local files uploaded; for mcp, the server that answers",
  { type: "url" },
);

const KEY = setting(
  "--key <key>",
  "API key of the user at that server; for mcp, without one only public data is found",
);

const METADATA = setting("--metadata <file>", "model: a local file or a URL; required, unless --package is given", {
  type: "address",
});

const SOURCE = [
  setting("--package <file>", "datapackage.json instead of --metadata and --csv: a local file or a URL", {
    type: "address",
  }),
  setting("--max-source-bytes <number>", "maximum size of a source", {
    preset: 10 * 2 ** 30,
    type: "number",
    least: 1,
  }),
];

const CREATE = setting("--create", "make the data directory if --data names none and it is not there", {
  type: "flag",
});

export const LOAD_SETTINGS: readonly Setting[] = [
  ...inGroup("File", [
    METADATA,
    setting("--csv <file>", "rows: a local file or a URL; required, unless --package is given", { type: "address" }),
    ...SOURCE,
  ]),
  ...inGroup("Data", [DATA, CREATE, SERVER, KEY]),
  ...inGroup("Rows", [
    setting("--skip-invalid", "load the valid rows and list the others", { type: "flag" }),
    UNIQUE,
    FAIL_ON_WARNINGS,
    setting("--allow-empty", "accept a source without rows for a dataset that has entries", { type: "flag" }),
  ]),
  ...inGroup("Dataset", [
    PRIVATE,
    setting("--owner <name>", "user who manages the dataset, besides the administrators"),
    setting("--replace", "drop all entries and sources of the dataset, then load under this model", { type: "flag" }),
    setting(
      "--purge-replaced",
      "remove the version that the load replaces for good, so that it is not public any more",
      { type: "flag" },
    ),
    KEEP_SOURCES,
  ]),
  ...ENGINE_SETTINGS,
  JSON_OUTPUT,
];

export const VALIDATE_SETTINGS: readonly Setting[] = [
  ...inGroup("File", [
    METADATA,
    setting("--csv <file>", "rows to check against it: a local file or a URL", { type: "address" }),
    ...SOURCE,
  ]),
  ...inGroup("Data", [
    { ...DATA, help: "data directory, whose dataset of the model's name the rows are compared with" },
  ]),
  ...inGroup("Rows", [UNIQUE, FAIL_ON_WARNINGS]),
  ...ENGINE_SETTINGS,
  setting("--all", "list every error; by default the first five of each kind and column, and their number", {
    type: "flag",
  }),
  JSON_OUTPUT,
];

export const PROPOSE_SETTINGS: readonly Setting[] = [...GUESS_SETTINGS, JSON_OUTPUT];

export const PUBLISH_FILE_SETTINGS: readonly Setting[] = [
  ...GUESS_SETTINGS,
  ...inGroup("Dataset", [PRIVATE]),
  ...inGroup("Questions", [
    setting(
      "--answers <file>",
      "JSON file with answers to the questions, by their ids; without a terminal nothing is asked",
    ),
    setting(
      "--yes",
      "do not ask before a dataset is dropped or files are published, and drop or retract one that others use; without a terminal nothing is asked",
      { type: "flag" },
    ),
  ]),
  ...inGroup("Data", [DATA]),
  ...ENGINE_SETTINGS,
];

export const MCP_SETTINGS: readonly Setting[] = [SERVER, KEY];

export const EXPORT_SETTINGS: readonly Setting[] = [
  DATA,
  setting("--format <format>", "format of entries", { choices: EXPORT_FORMATS, preset: "csv" }),
  setting("--out <file>", "file to write; default, and for -: standard output"),
  ...ENGINE_SETTINGS,
];

export const DATASET_SETTINGS: readonly Setting[] = [DATA, JSON_OUTPUT];

export const LIST_SETTINGS: readonly Setting[] = [...DATASET_SETTINGS, ...ENGINE_SETTINGS];

export const DROP_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  setting(
    "--yes",
    "do not ask before a dataset is dropped, versions are purged or files are published; without a terminal nothing is asked",
    {
      type: "flag",
    },
  ),
];

/** Option that no person gives: a command that asks first is run with it before the question. */
export const LOOKS = setting("--looks", "refuse what cannot be done, and do nothing else", { type: "flag" });

export const PUBLISH_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  setting("--versions", "publish the versions that were loaded while it was private, too", { type: "flag" }),
];

export const MANAGERS_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  setting("--add <name>", "user to add as a manager"),
  setting("--remove <name>", "manager to remove"),
];

const PASSWORD = setting("--password-stdin", "read the password from the first line of standard input", {
  type: "flag",
});

export const PASSWORD_SETTINGS: readonly Setting[] = [...DATASET_SETTINGS, PASSWORD];

const COLLECTION_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  setting("--label <text>", "title of the collection"),
  setting("--description <text>", "what it is"),
  setting("--datasets <names>", "its datasets, joined by pipes"),
  setting(
    "--crosswalks <crosswalks>",
    "crosswalks for some of its datasets, joined by pipes, as town.program=town-to-cofog.cofog",
  ),
  setting("--territory <code>", "or all datasets of a territory, as ES"),
  setting("--category <category>", "of a category: budget, spending or other"),
  setting("--taxonomy <name>", "with a dimension of a taxonomy"),
  setting("--tag <keyword>", "with a keyword"),
];

export const ADD_COLLECTION_SETTINGS = COLLECTION_SETTINGS;

export const CHANGE_COLLECTION_SETTINGS: readonly Setting[] = [
  ...COLLECTION_SETTINGS,
  setting("--rename <name>", "another name; nothing answers at the old one"),
];

export const ADD_USER_SETTINGS: readonly Setting[] = [
  ...PASSWORD_SETTINGS,
  CREATE,
  setting("--admin", "make the user an administrator, who may read and change every dataset", { type: "flag" }),
  setting("--fullname <text>", "full name"),
  setting("--email <address>", "e-mail address"),
];

export const ADD_SHAPES_SETTINGS: readonly Setting[] = [
  ...DATASET_SETTINGS,
  CREATE,
  setting("--id <property>", "property of the shapes that has the ids of the members"),
  setting("--taxonomy <name>", "taxonomy of the dimensions that they fit; by default those whose members they have"),
  setting("--label <text>", "title"),
  setting("--licence <text>", "licence, with the credit that it asks for"),
  setting("--source <url>", "address of the source"),
];
