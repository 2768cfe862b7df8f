import type { Range, SearchTree } from "./search-tree.js";

/** Ends of ranges that need no quotes: numbers, dates and words. */
const PLAIN_END = /^(?!TO$)[\p{L}\p{N}_.,:+-]+$/u;

/** Print a search tree in its normalised spelling. The inverse of `parseSearch`. */
export function printSearch(tree: SearchTree): string {
  switch (tree.is) {
    case "all":
      return tree.of.length === 1 ? inParentheses(tree.of[0]!) : tree.of.map(printPart).join(" ");
    case "any":
      return tree.of.map(printPart).join(" OR ");
    case "not":
      return `-${printPart(tree.of)}`;
    case "must":
      return `+${printPart(tree.of)}`;
    case "boost":
      return `${isClause(tree.of) ? printSearch(tree.of) : inParentheses(tree.of)}^${tree.by}`;
    case "in":
      return `${printField(tree.field)}:${isValue(tree.of) ? printValue(tree.of) : inParentheses(tree.of)}`;
    case "word":
    case "fuzzy":
      return isOperator(tree) ? `\\${printValue(tree)}` : escapeSign(printValue(tree));
    default:
      return printValue(tree);
  }
}

function printField(field: string): string {
  return escapeSign(escape(field));
}

function printPart(tree: SearchTree): string {
  return (tree.is === "all" || tree.is === "any") && tree.of.length > 1 ? inParentheses(tree) : printSearch(tree);
}

function inParentheses(tree: SearchTree): string {
  return `(${printSearch(tree)})`;
}

function isClause(tree: SearchTree): boolean {
  return tree.is === "in" || tree.is === "everything" || isValue(tree);
}

function isValue(tree: SearchTree): boolean {
  return tree.is === "word" || tree.is === "phrase" || tree.is === "fuzzy" || tree.is === "range";
}

/** Print a value that needs no parentheses after a field. */
function printValue(tree: SearchTree): string {
  switch (tree.is) {
    case "word":
      return tree.pieces.map((piece) => (typeof piece === "string" ? escape(piece) : piece.wildcard)).join("");
    case "phrase":
      return quote(tree.text);
    case "fuzzy":
      return `${escape(tree.text)}~${tree.edits}`;
    case "range":
      return printRange(tree, quote);
    default:
      return "*:*";
  }
}

/** Print a range of a field in its usual spelling. */
export function printFieldRange(field: string, range: Range): string {
  return `${printField(field)}:${printRange(range)}`;
}

/** Print a range for `readRange`. By default its ends are quoted only if necessary. */
export function printRange({ from, to }: Range, spell = spellEnd): string {
  const [open, close] = [from?.inclusive === false ? "{" : "[", to?.inclusive === false ? "}" : "]"];
  const [first, last] = [from, to].map((end) => (end === null ? "*" : spell(end.text)));
  return `${open}${first} TO ${last}${close}`;
}

function spellEnd(text: string): string {
  return PLAIN_END.test(text) ? text : quote(text);
}

function isOperator(tree: SearchTree): boolean {
  return tree.is === "word" && tree.pieces.length === 1 && ["AND", "OR", "NOT"].includes(tree.pieces[0] as string);
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function escape(text: string): string {
  return text.replace(/[\s()[\]{}":^~*?\\]/g, "\\$&");
}

/** Escape a sign at the beginning of a clause, where it would be an operator. */
function escapeSign(clause: string): string {
  return clause.replace(/^[-+!&|]/, "\\$&");
}
