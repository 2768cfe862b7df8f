/** A change of one operator in compiled code. */
export interface Mutation {
  /** Place of the operator. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  /** From 1. */
  readonly line: number;
}

/** What each operator is changed to. The compiler writes blanks around them. */
const CHANGES: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  true: "false",
  false: "true",
};

const OPERATOR = /(?<= )(<=?|>=?|===|!==|&&|\|\||[-+*/])(?= )|(?<![\w$.])(true|false)(?![\w$:])/g;

/** List all mutations of a module: none within texts, patterns and comments. */
export function listMutations(code: string): readonly Mutation[] {
  return Array.from(maskTexts(code).matchAll(OPERATOR), (match) => ({
    at: match.index,
    from: match[0],
    to: CHANGES[match[0]]!,
    line: code.slice(0, match.index).split("\n").length,
  }));
}

/** Return a module with a mutation. */
export function mutate(code: string, { at, from, to }: Mutation): string {
  return code.slice(0, at) + to + code.slice(at + from.length);
}

/** Choose some of many, the same ones for the same seed. */
export function sample<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const left = [...all];
  const chosen: T[] = [];
  let state = seed >>> 0;
  while (chosen.length < count && left.length > 0) {
    // A linear congruential generator (Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    chosen.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return chosen;
}

const COMMENT = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`;
const TEXT = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${"`"}(?:\\.|[^${"`"}\\])*${"`"}`;
/** A pattern follows a sign after which no division can. */
const PATTERN = String.raw`(?<=[(,=:[!&|?{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*`;
const MASKED = new RegExp(`${COMMENT}|${TEXT}|${PATTERN}`, "g");

/** Replace texts, patterns and comments by blanks of the same length. */
function maskTexts(code: string): string {
  return code.replace(MASKED, (text) => text.replace(/[^\n]/g, "_"));
}
