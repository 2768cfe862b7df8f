import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";
import { documents, readDocument } from "./documents.js";
import { withoutBlocks } from "./markdown.js";

const SOURCE = join("bench", "README.md");
const NUMBER = /\d[\d,.]*\d|\d/g;
const QUOTING_LINK = /\[([^\]]*\d[^\]]*)\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g;
const QUOTED_TABLE = /<!-- figures of ([^#\s]+)#(\S+) -->\n\n((?:\|.*\n)+)/g;

/** Figures that a document quotes from a section of another. */
interface Quotation {
  readonly anchor: string | undefined;
  readonly text: string;
  /** True if all figures are in one line of the section, in this order, and the line has no others. */
  readonly isRow: boolean;
}

/**
 * List the figures that a document quotes: texts with digits that link to the figures, and rows of tables after a comment
 * `figures of bench/README.md#SECTION`, which names the file from the root.
 */
function listQuotations(path: string, markdown: string): readonly Quotation[] {
  const links = [...withoutBlocks(markdown).matchAll(QUOTING_LINK)]
    .filter(([, , target = ""]) => normalize(join(dirname(path), target)) === SOURCE)
    .map(([, text = "", , anchor]) => ({ anchor, text, isRow: false }));
  const rows = [...markdown.matchAll(QUOTED_TABLE)].flatMap(([, file = "", anchor = "", table = ""]) => {
    assert.equal(normalize(file), SOURCE, `${path} quotes figures of ${file}`);
    return table
      .trimEnd()
      .split("\n")
      .filter((line) => listFigures(line).length > 0 && !/^\|[\s|:-]+\|$/.test(line))
      .map((text) => ({ anchor, text, isRow: true }));
  });
  return [...links, ...rows];
}

function explainWrong({ anchor, text, isRow }: Quotation, source: string): string | null {
  if (anchor === undefined) return `"${text}" names no section of ${SOURCE}`;
  const section = findSection(source, anchor);
  if (section === null) return `"${text}": ${SOURCE} has no section ${anchor}`;
  const figures = listFigures(text);
  const isThere = isRow
    ? section.split("\n").some((line) => listFigures(line).join(" ") === figures.join(" "))
    : figures.every((figure) => listFigures(section).includes(figure));
  return isThere ? null : `"${text}" is not in section ${anchor} of ${SOURCE}`;
}

/** Find the text below a heading, to the next heading. */
function findSection(markdown: string, anchor: string): string | null {
  const [, ...sections] = withoutBlocks(markdown).split(/^#+ /m);
  return sections.find((section) => anchorOf(section.split("\n", 1)[0]!) === anchor) ?? null;
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

function listFigures(text: string): readonly string[] {
  return text.match(NUMBER) ?? [];
}

describe("figures in documents", () => {
  const source = "# A\n\n## B c\n\n1.5 times, 2,000 rows\n\n| x | 1 | 2 |\n\n## D\n\n7\n";
  const quote = (markdown: string): readonly (string | null)[] =>
    listQuotations("docs/x.md", markdown).map((each) => explainWrong(each, source));

  it("are found where they are quoted", () => {
    assert.deepEqual(quote("[1.5 of 2,000](../bench/README.md#b-c) [why](../bench/README.md#d) [7](y.md#z)"), [null]);
    assert.deepEqual(quote("<!-- figures of bench/README.md#b-c -->\n\n| y | 1 | 2 |\n| - | - | - |\n"), [null]);
  });

  it("are told from those that the source does not have", () => {
    const wrong =
      "[1.6](../bench/README.md#b-c) [7](../bench/README.md#b-c) [7](../bench/README.md) [7](../bench/README.md#e)";
    assert.deepEqual(
      quote(wrong).map((each) => each === null),
      [false, false, false, false],
    );
    assert.notDeepEqual(quote("<!-- figures of bench/README.md#b-c -->\n\n| y | 2 | 1 |\n"), [null]);
  });

  const measured = readDocument(SOURCE);
  for (const { path, text } of documents) {
    if (path === SOURCE) continue;
    it(`of ${path} are those of ${SOURCE}`, () => {
      assert.deepEqual(
        listQuotations(path, text).flatMap((quotation) => explainWrong(quotation, measured) ?? []),
        [],
      );
    });
  }
});
