/** Names that are part of the service's URLs, or unsafe as keys of JSON objects. */
const PATHS = new Set(
  `entry entries dataset datasets dimension dimensions editor meta id login logout settings dashboard register browser
  explorer explore embed member members source sources run runs view views search model url html_url api error 500
  static assets healthz readyz metrics openapi favicon.ico robots.txt __proto__ constructor prototype`.split(/\s+/),
);

/** Names that datasets of earlier versions may have. Fields may have them, too. */
const LATER_PATHS = new Set(["mcp", "oembed", "collections", "reconcile", "docs"]);

/** True if a dataset of this name is refused now, and may be stored. */
export function isLaterReserved(name: string): boolean {
  return LATER_PATHS.has(name.toLowerCase());
}

/** Keys of an answer next to dimensions and measures. */
const ANSWERS = new Set(["num_entries", "num_drilldowns", "currency", "page", "pages", "pagesize", "score"]);

/** Keys of an entry that are not dimensions; a measure of the same name would hide them. */
const ENTRY_KEYS = new Set(["id", "html_url", "dataset", "__proto__"]);

const ATTRIBUTES = new Set(["id", "taxonomy", "html_url", "__proto__"]);

const SUFFIX = /\.(?:json|csv|html|rss)$/i;
const FIELD = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Maximum length of a dataset's name: it is also a directory's name, and file systems allow 255 bytes. */
const MAX_DATASET_NAME = 200;

/** Return the end of a sentence that says why a dataset's name is invalid, or `null`. */
export function datasetNameError(name: string): string | null {
  if (name === "") return "is empty; write a short name of letters, digits, - and _";
  if (name.length > MAX_DATASET_NAME) return `is longer than ${MAX_DATASET_NAME} characters`;
  if (PATHS.has(name.toLowerCase()) || isLaterReserved(name)) return "is reserved; write another name";
  if (SUFFIX.test(name)) return "ends like a file; leave the suffix out";
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return "may contain only the letters A to Z, digits, - and _";
  if (name.includes("__")) return 'must not contain "__"; write a single "_"';
  return null;
}

/** Return the end of a sentence that says why the name of a dimension or a measure is invalid, or `null`. */
export function fieldNameError(kind: "measure" | "dimension", name: string): string | null {
  const lower = name.toLowerCase();
  const reserved =
    kind === "measure"
      ? ANSWERS.has(lower) || ENTRY_KEYS.has(lower)
      : // Published models have a dimension "currency".
        PATHS.has(lower) || (ANSWERS.has(lower) && lower !== "currency");
  if (reserved) return `is reserved and cannot name a ${kind}; write another name`;
  return formError(name);
}

/** Return the end of a sentence that says why an attribute's name is invalid, or `null`. */
export function attributeNameError(name: string): string | null {
  if (ATTRIBUTES.has(name)) return "is reserved and cannot name an attribute; write another name";
  return formError(name);
}

function formError(name: string): string | null {
  if (SUFFIX.test(name)) return "ends like a file; leave the suffix out";
  if (FIELD.test(name)) return null;
  return "is not a valid name; write letters, digits, - and _, beginning with a letter or _";
}
