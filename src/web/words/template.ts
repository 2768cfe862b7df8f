/** A text, split at its slots. */
export interface Template {
  /** Texts between the slots; the first and the last may be empty. */
  readonly fixed: readonly string[];
  readonly slots: readonly TemplateSlot[];
}

export interface TemplateSlot {
  readonly name: string;
  /** The words that it surrounds; `null` if a value stands for it. */
  readonly inner: Template | null;
}

/** Templates by their texts: as many as there are texts in the languages that were asked for. */
const templates = new Map<string, Template>();

/** Split a text at its slots, once. */
export function templateOf(text: string): Template {
  let found = templates.get(text);
  if (!found) templates.set(text, (found = splitText(text)));
  return found;
}

/** Split a text at its slots. A closing slot without an opening one stays a text. */
export function splitText(text: string): Template {
  const fixed: string[] = [];
  const slots: TemplateSlot[] = [];
  let from = 0;
  for (let tag = findTag(text, from); tag; tag = findTag(text, from)) {
    const [whole, name] = tag;
    const end = tag.index + whole.length;
    const closing = `</${name}>`;
    const closed = text.indexOf(closing, end);
    fixed.push(text.slice(from, tag.index));
    slots.push({ name: name!, inner: closed < 0 ? null : splitText(text.slice(end, closed)) });
    from = closed < 0 ? end : closed + closing.length;
  }
  return { fixed: [...fixed, text.slice(from)], slots };
}

function findTag(text: string, from: number): RegExpExecArray | null {
  const tag = /<([a-z]\w*)>/gi;
  tag.lastIndex = from;
  return tag.exec(text);
}
