import { createHash } from "node:crypto";
import { textOfMarkup } from "./text-of-markup.js";
import { readAsset } from "../../core/assets/assets.js";

/** A part of a document, under a heading of its own. */
export interface DocumentSection {
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  readonly id: string;
  readonly depth: number;
  /** Safe HTML, made from our own Markdown; links to documents begin with `docs:`. */
  readonly markup: string;
}

/** A document of this version of the program. */
export interface ShippedDocument {
  readonly name: string;
  readonly title: string;
  readonly sections: readonly DocumentSection[];
}

interface Shipped {
  readonly documents: readonly ShippedDocument[];
  readonly digest: string;
  /** Day of the commit from which the program was built; the epoch if it is not known. */
  readonly lastModified: Date;
}

let shipped: Shipped | null = null;

/** Read the documents, which the build made from Markdown, when they are first asked for. */
function readShipped(): Shipped {
  if (shipped !== null) return shipped;
  const bytes = readAsset("dist/documents.json");
  const documents = JSON.parse(Buffer.from(bytes).toString()) as readonly ShippedDocument[];
  const { date } = JSON.parse(Buffer.from(readAsset("dist/build.json")).toString()) as { date: string | null };
  const digest = createHash("sha256").update(bytes).digest("hex");
  shipped = { documents, digest, lastModified: new Date(date ?? 0) };
  return shipped;
}

/** List the documents of this version. */
export function readDocuments(): readonly ShippedDocument[] {
  return readShipped().documents;
}

/** Return what tells the documents of a version from those of another. */
export function documentsVersion(): Pick<Shipped, "digest" | "lastModified"> {
  return readShipped();
}

/** A section in which all words of a search occur. */
export interface FoundSection {
  readonly document: ShippedDocument;
  readonly section: DocumentSection;
  /** Part of its text around the first word. */
  readonly excerpt: string;
}

const MAX_FOUND = 50;
/** Characters of an excerpt on each side of the first word. */
const AROUND = 90;

/** Texts of sections that were looked into. */
const texts = new WeakMap<DocumentSection, string>();

function textOf(section: DocumentSection): string {
  const known = texts.get(section);
  if (known !== undefined) return known;
  const text = textOfMarkup(section.markup);
  texts.set(section, text);
  return text;
}

/** Find sections in which all words occur: those with the words in their heading first, then in the order of documents. */
export function findSections(words: readonly string[]): readonly FoundSection[] {
  const found = readDocuments().flatMap((document) =>
    document.sections.flatMap((section) => {
      const whole = textOf(section);
      const [heading, text] = [section.heading.toLowerCase(), whole.toLowerCase()];
      if (!words.every((word) => heading.includes(word) || text.includes(word))) return [];
      const rank = words.filter((word) => heading.includes(word)).length;
      return [{ document, section, rank, excerpt: excerptOf(whole, text.indexOf(words[0]!)) }];
    }),
  );
  return found.toSorted((one, other) => other.rank - one.rank).slice(0, MAX_FOUND);
}

function excerptOf(text: string, at: number): string {
  const [from, to] = [Math.max(0, at - AROUND), Math.max(0, at) + AROUND];
  const [start, end] = [
    from === 0 ? 0 : text.indexOf(" ", from) + 1,
    to >= text.length ? text.length : text.lastIndexOf(" ", to),
  ];
  return `${start === 0 ? "" : "… "}${text.slice(start, Math.max(start, end))}${end === text.length ? "" : " …"}`;
}
