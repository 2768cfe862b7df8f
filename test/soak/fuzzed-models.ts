import { KNOWN_KEYS } from "#src/core/model/parse/keys-of-parts.js";
import { SPENDING } from "../fixtures.js";
import type { Random } from "../unit/engines/kernel/random.js";
import { breakBytes } from "./fuzzed-tables.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Keys of models, and some that objects have. */
const KEYS = [...Object.values(KNOWN_KEYS).flat(), "constructor", "__proto__", "toString"];

const VALUES: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  "paid",
  "date",
  "nothing",
  "measure",
  "compound",
  "attribute",
  "date",
  "float",
  "id",
  "string",
  "constant",
  "%d.%m.%Y",
  "../../etc",
  "é".repeat(300),
  "<script>",
  [],
  [[]],
  {},
  { column: "region" },
  { type: "date", column: "until", datatype: "date" },
  { header_row: 2, fill_down: ["region"], empty: ["-"], scale: 1000, units: "thousand" },
  { sheet: "Data", leave_out: [{ column: "region", equals: "Total" }, { sums: true }] },
  { unpivot: { columns: ["paid", "planned"], name: "kind", value: "paid" } },
  { a: { b: { c: {} } } },
];

/** Make a model: that of `SPENDING`, of which some properties or bytes may be changed. @returns the model's text, and true if it is as it was */
export function makeModel(random: Random, name: string): { readonly content: Buffer; readonly isClean: boolean } {
  const model = structuredClone({ ...SPENDING, dataset: { ...SPENDING.dataset, name } }) as unknown as Json;
  const isClean = random.chance(70);
  if (!isClean) for (let change = random.int(3); change >= 0; change--) changeJson(random, model);
  const content = Buffer.from(JSON.stringify(model));
  return isClean || random.chance(85) ? { content, isClean } : { content: breakBytes(random, content), isClean: false };
}

/** Change a property somewhere below a value, but not the dataset's name. */
function changeJson(random: Random, value: Json): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const keys = Object.keys(value);
  const key = keys.length > 0 && random.chance(80) ? random.pick(keys) : random.pick(KEYS);
  const below = value[key];
  if (typeof below === "object" && below !== null && random.chance(75)) changeJson(random, below);
  else if (random.chance(25)) delete value[key];
  else
    Object.defineProperty(value, key, {
      value: structuredClone(random.pick(VALUES)),
      enumerable: true,
      writable: true,
      configurable: true,
    });
}
