import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { type Meaning, type DimensionRole, DIMENSION_ROLES } from "../cube.js";
import { didYouMean } from "../nearest.js";
import { error, filledTextAt, flagAt, given, quoted, scalarText, textsAt, type Section } from "./section.js";

/** Roles whose members must not be added up, unless the model says otherwise. */
const NOT_ADDITIVE: ReadonlySet<DimensionRole | null> = new Set(["direction", "phase", "currency"]);

/** Read what the members of a dimension mean; `undefined` if the section says nothing of it. */
export function readMeaning(section: Section): Meaning | undefined {
  const role = readRole(section);
  const order = readOrder(section);
  const isGiven = given(section, "additive") !== undefined;
  const additive = isGiven ? flagAt(section, "additive") : !NOT_ADDITIVE.has(role);
  const chosen = readDefault(section, order);
  if (role === null && order.length === 0 && additive && chosen === null) return undefined;
  return { role, order, additive, default: chosen };
}

function readRole(section: Section): DimensionRole | null {
  const text = filledTextAt(section, "role")?.trim();
  const role = DIMENSION_ROLES.find((known) => known === text);
  if (text !== undefined && !role) {
    const remedy =
      didYouMean(text, DIMENSION_ROLES) ||
      phraseText("write_known", { known: '"direction", "phase", "currency", "geography" or "document"' });
    error(section, "role", errorText("not_role", { value: quoted(text), remedy }));
  }
  return role ?? null;
}

function readOrder(section: Section): readonly string[] {
  const order = (textsAt(section, "order") ?? []).map((name) => name.trim());
  order.forEach((name, at) => {
    if (name === "") error(section, `order[${at}]`, errorText("member_name_empty"));
    else if (order.indexOf(name) < at)
      error(section, `order[${at}]`, errorText("listed_twice", { name: quoted(name) }));
  });
  return order;
}

/** Read the default. Numbers are texts, too: a member may be a year. */
function readDefault(section: Section, order: readonly string[]): string | null {
  const value = given(section, "default");
  const text = typeof value === "number" ? scalarText(value) : filledTextAt(section, "default")?.trim();
  if (text !== undefined && order.length > 0 && !order.includes(text)) {
    const remedy = didYouMean(text, order) || phraseText("write_one_of_these_members");
    error(section, "default", errorText("not_in_order", { value: quoted(text), remedy }));
  }
  return text ?? null;
}
