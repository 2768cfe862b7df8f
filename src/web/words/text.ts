/** Forms of a text by the number in it, by the plural categories of CLDR. Languages have those that they need. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * A text of pages. `<name>` is a slot, which a value fills; `<name>…</name>` are words that are put into a link, or
 * into other markup.
 */
export type Text = string | Plural;

/** The tree of another language: the same texts, each a string or the forms that the language needs. */
export type Widened<Tree> = Tree extends string
  ? string
  : Tree extends { readonly other: string }
    ? Plural
    : { readonly [Key in keyof Tree]: Widened<Tree[Key]> };

type TagsIn<T extends string> = T extends `${string}<${infer Tag}>${infer Rest}` ? Tag | TagsIn<Rest> : never;

/** Tags: what stands in angle brackets in a text, or in any of its forms. */
type TagsOf<T extends Text> = TagsIn<T extends string ? T : Extract<T[keyof T], string>>;

/** Names of the slots that surround words. */
export type PairsOf<T extends Text> =
  TagsOf<T> extends infer Tag ? (Tag extends `/${infer Name}` ? Name : never) : never;

/** Names of the other slots. */
export type SlotsOf<T extends Text> = Exclude<TagsOf<T>, `/${string}` | PairsOf<T>>;

/** The number that chooses the form of a text, if it is in no slot. */
export type CountOf<T extends Text> = T extends string ? unknown : { readonly count?: number };

/** Values of a text without markup. Numbers are counts: they are written in the language, and choose the form. */
export type TextValues<T extends Text> = Readonly<Record<SlotsOf<T>, string | number>> &
  Readonly<Record<PairsOf<T>, never>> &
  CountOf<T>;

/** The arguments after a text: its values, if it has slots. */
export type ValuesOf<T extends Text, Values> = [TagsOf<T>] extends [never]
  ? T extends string
    ? []
    : [Values]
  : [Values];
