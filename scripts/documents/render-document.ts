import { dirname, join } from "node:path/posix";
import { Marked, type RendererObject, type Token, type Tokens } from "marked";
import { ENTITIES, textOfMarkup } from "#src/features/documents/text-of-markup.js";
import type { DocumentSection, ShippedDocument } from "#src/features/documents/shipped-documents.js";

/**
 * Render a Markdown document.
 * @param path from the root of the repository
 * @param names names of all rendered documents by their paths: a link to one leads to `docs:NAME`, a link to another
 * file is its text alone
 */
export function renderDocument(path: string, markdown: string, names: ReadonlyMap<string, string>): ShippedDocument {
  const marked = new Marked({ renderer: rendererOf(path, names) });
  const anchors = new Set<string>();
  const sections: DocumentSection[] = [];
  let title = "";
  let current: { heading: string; id: string; depth: number } = { heading: "", id: "", depth: 2 };
  let tokens: Token[] = [];
  const close = (): void => {
    const markup = marked.parser(tokens);
    if (current.heading !== "" || markup.trim() !== "") sections.push({ ...current, markup });
    tokens = [];
  };
  for (const token of marked.lexer(markdown)) {
    if (token.type !== "heading") {
      tokens.push(token);
      continue;
    }
    const { depth, tokens: inline } = token as Tokens.Heading;
    const heading = textOfMarkup(marked.parser([{ type: "paragraph", raw: "", text: "", tokens: inline }]));
    if (depth === 1 && title === "") {
      title = heading;
      continue;
    }
    close();
    current = { heading, id: anchorOf(heading, anchors), depth };
  }
  close();
  return { name: names.get(path)!, title, sections };
}

function rendererOf(path: string, names: ReadonlyMap<string, string>): RendererObject {
  return {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      // Examples of a server on the reader's own machine.
      if (href.startsWith("http://127.0.0.1")) return text;
      if (/^\w+:/.test(href)) return `<a href="${encode(href)}">${text}</a>`;
      const [file = "", anchor] = href.split("#");
      const name = file === "" ? names.get(path) : names.get(join(dirname(path), file));
      if (name === undefined) return text;
      return `<a href="docs:${name}${anchor === undefined ? "" : `#${encode(anchor)}`}">${text}</a>`;
    },
    // Screenshots show what the reader has at hand.
    image: () => "",
    table({ header, rows }) {
      const [head, ...body] = [header, ...rows].map((cells, at) => {
        const tag = at === 0 ? "th" : "td";
        return `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      });
      return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead>${head}</thead><tbody>${body.join("")}</tbody></table></div>\n`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${encode(text)}</code></pre>\n`,
    html: ({ text }) => encode(text),
    br: () => "<br />",
    hr: () => "<hr />\n",
  };
}

/** Anchor that GitHub gives a heading, so that links into documents work here, too. */
function anchorOf(heading: string, anchors: Set<string>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
  let free = anchor;
  for (let n = 1; anchors.has(free); n++) free = `${anchor}-${n}`;
  anchors.add(free);
  return free;
}

function encode(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
