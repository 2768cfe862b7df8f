import { errorText } from "../../errors/error-text.js";

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
  if (name === "") return errorText("name_empty");
  if (name.length > MAX_DATASET_NAME) return errorText("name_too_long", { maximum: MAX_DATASET_NAME });
  if (PATHS.has(name.toLowerCase()) || isLaterReserved(name)) return errorText("name_reserved");
  if (SUFFIX.test(name)) return errorText("name_like_file");
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return errorText("name_with_other_signs");
  if (name.includes("__")) return errorText("name_with_two_underscores");
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
  if (reserved) return errorText("field_name_reserved", { kind });
  return formError(name);
}

/** Return the end of a sentence that says why an attribute's name is invalid, or `null`. */
export function attributeNameError(name: string): string | null {
  if (ATTRIBUTES.has(name)) return errorText("attribute_name_reserved");
  return formError(name);
}

function formError(name: string): string | null {
  if (SUFFIX.test(name)) return errorText("name_like_file");
  if (FIELD.test(name)) return null;
  return errorText("name_not_valid");
}
