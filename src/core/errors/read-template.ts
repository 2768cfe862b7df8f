/** Value of a slot, as text; one that is missing is written as its name. */
export type TextValue = string | number | null | undefined;

/** Names of the values that a template is filled with. */
export type ValuesIn<T extends string> = T extends `${string}<${infer Name}>${infer Rest}`
  ? Name | ValuesIn<Rest>
  : never;

/** The arguments after a template of a table: its values, if it has slots. */
export type ValuesOfTemplate<T extends string> = [ValuesIn<T>] extends [never]
  ? []
  : [Readonly<Record<ValuesIn<T>, TextValue>>];

/** Matches a slot of a template. */
const SLOT = /<([a-z_]+)>/;

/** List the slots of a template. */
export function slotsOf(template: string): readonly string[] {
  return template.split(SLOT).filter((_, at) => at % 2 === 1);
}

/** Write a template with the values of its slots. */
export function writeTemplate(template: string, values: Readonly<Record<string, TextValue>> = {}): string {
  const [first = "", ...rest] = template.split(SLOT);
  return rest.reduce((text, part, at) => text + (at % 2 === 0 ? String(values[part]) : part), first);
}

/** A template, ready to be compared with texts. */
export interface ReadableTemplate<Code extends string> {
  readonly code: Code;
  /** Texts between the slots; the first and the last may be empty. */
  readonly fixed: readonly string[];
  readonly slots: readonly string[];
  /** Number of fixed characters. */
  readonly weight: number;
}

/** Values of slots that were found in a text. */
export type FoundValues = Readonly<Record<string, string>>;

/** A template that a text may be of: of several, the one with most fixed text. */
export interface TemplateReading<Code extends string> {
  readonly code: Code;
  readonly values: FoundValues;
  readonly weight: number;
}

/** Templates to compare texts with. */
export interface ReadableTemplates<Code extends string> {
  /** List those that a text may be of by its ends, the ones with most fixed text first: these say most. */
  readonly like: (text: string) => readonly ReadableTemplate<Code>[];
}

/** Return the templates of a table, which are prepared when they are first asked for. @param isRead true for the code of a template that texts are compared with */
export function readableTemplates<Code extends string>(
  table: Readonly<Record<Code, string>>,
  isRead: (code: Code) => boolean = () => true,
): ReadableTemplates<Code> {
  let prepared: ReadableTemplates<Code> | null = null;
  return { like: (text) => (prepared ??= prepareTemplates(table, isRead)).like(text) };
}

function prepareTemplates<Code extends string>(
  table: Readonly<Record<Code, string>>,
  isRead: (code: Code) => boolean,
): ReadableTemplates<Code> {
  const all = (Object.keys(table) as Code[])
    .filter(isRead)
    .toSorted()
    .map((code) => {
      const parts = table[code].split(SLOT);
      const fixed = parts.filter((_, at) => at % 2 === 0);
      const ends = [fixed[0]!.charAt(0), fixed.at(-1)!.slice(-1)] as const;
      const slots = parts.filter((_, at) => at % 2 === 1);
      return { code, fixed, ends, slots, weight: fixed.join("").length };
    })
    .toSorted((a, b) => b.weight - a.weight);
  const [firsts, lasts] = [0, 1].map((end) => new Set(all.map(({ ends }) => ends[end]!)));
  const byEnds = new Map<string, readonly ReadableTemplate<Code>[]>();
  return {
    like(text) {
      const [first, last] = [text.charAt(0), text.slice(-1)];
      const key = `${firsts!.has(first) ? first : ""} ${lasts!.has(last) ? last : ""}`;
      const mayBe = (end: string, found: string): boolean => end === "" || end === found;
      const known = byEnds.get(key) ?? all.filter(({ ends }) => mayBe(ends[0], first) && mayBe(ends[1], last));
      byEnds.set(key, known);
      return known;
    },
  };
}

/** Find the heaviest template that a text is of. @param least weight of a template that would be worth it */
export function readTemplate<Code extends string>(
  text: string,
  templates: ReadableTemplates<Code>,
  least: number,
): TemplateReading<Code> | null {
  for (const template of templates.like(text)) {
    const { code, weight } = template;
    if (weight < least) return null;
    const values = readValues(text, template);
    if (values) return { code, values, weight };
  }
  return null;
}

/** Maximum number of characters of a count, or of a phrase with one: longer text is another sentence before it. */
const LONGEST_COUNT = 60;

/** Read the values of a template's slots; `undefined` if the text is not of it. */
function readValues(
  text: string,
  { fixed, slots }: Pick<ReadableTemplate<string>, "fixed" | "slots">,
): FoundValues | undefined {
  const [first = ""] = fixed;
  const last = fixed.at(-1)!;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  if (slots.length === 0) return text === first ? {} : undefined;
  const end = text.length - last.length;
  const values: Record<string, string> = {};
  let at = first.length;
  for (const [index, slot] of slots.entries()) {
    const next = endOfSlot(text, at, end, fixed[index + 1]!, slots[index + 1]);
    if (next < at || next > end || (slot === "count" && next - at > LONGEST_COUNT)) return undefined;
    values[slot] = text.slice(at, next);
    at = next + fixed[index + 1]!.length;
  }
  return values;
}

/** Find the end of a slot: where the text after it begins, or a remedy. */
function endOfSlot(text: string, at: number, end: number, after: string, next: string | undefined): number {
  if (next === undefined) return end;
  if (after !== "") return text[at] === '"' ? endOfQuoted(text, at, after) : text.indexOf(after, at);
  const remedy = text.indexOf("; ", at);
  return remedy < 0 ? end : Math.min(remedy, end);
}

/** Find the end of a value that begins with a quote: where the text after it begins outside of quotes, if it does. */
function endOfQuoted(text: string, at: number, after: string): number {
  const first = text.indexOf(after, at);
  let isQuoted = false;
  let from = at;
  for (let found = first; found >= 0; found = text.indexOf(after, found + 1)) {
    for (; from < found; from++) {
      if (text[from] === "\\") from++;
      else if (text[from] === '"') isQuoted = !isQuoted;
    }
    if (!isQuoted) return found;
  }
  return first;
}
