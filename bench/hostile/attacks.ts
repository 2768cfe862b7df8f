import { gzipSync } from "node:zlib";
import type { Attack } from "./send.js";
import type { SignInForm, Target } from "./target.js";

/** Longest URL in characters: the default limit of URL and headers, less some headers. */
const MAX_URL = 15_500;
const MAX_CLAUSES = 1024;

/** Longest list of clauses in characters, so that there is room for the other parameters. */
const MAX_LIST = MAX_URL - 300;

/** Join as many parts as the limits allow. @param maxLength most characters, as encoded */
export function joinClauses(count: number, part: (at: number) => string, by = " OR ", maxLength = MAX_LIST): string {
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; at < Math.min(count, MAX_CLAUSES); at++) {
    const next = part(at);
    length += encode(next).length + encode(by).length;
    if (length > maxLength) break;
    parts.push(next);
  }
  return parts.join(by);
}

export function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%2C", ",");
}

/** Write the target of a GET request. */
export function targetOf(path: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

/** Words of two letters that no word of the dataset equals, so that all of it must be compared. */
export const shortWord = (at: number): string => `${letter(at)}${letter(Math.floor(at / 26))}`;
const letter = (at: number): string => String.fromCodePoint(97 + (at % 26));

/** Requests that were slow once, each within all limits. */
export function knownAttacks({ dataset, key, common, words }: Target): readonly Attack[] {
  const word = (at: number): string => words[at % words.length]!;
  const find = (name: string, parameters: Readonly<Record<string, string>>): Attack => ({
    name,
    target: targetOf("/api/2/search", { dataset, ...parameters }),
  });
  const sum = (name: string, parameters: Readonly<Record<string, string>>): Attack => ({
    name,
    target: targetOf("/api/2/aggregate", { dataset, ...parameters }),
  });
  const plain = (name: string, path: string, parameters: Readonly<Record<string, string>> = {}): Attack => ({
    name,
    target: targetOf(path, parameters),
  });
  const zeros = gzipSync(Buffer.alloc(1_000_000));
  return [
    find("1,024 words in `from`, by score", {
      q: `from.label:(${joinClauses(1020, (at) => `${common}^${at}`, " ")})`,
      order: "score:desc",
    }),
    find("1,024 words in all fields, by score", {
      q: joinClauses(1020, (at) => `${common}^${at}`, " "),
      order: "score:desc",
    }),
    find("a thousand boosted wildcards", { q: joinClauses(1020, (at) => `m*^${at}`) }),
    find("900 fuzzy terms, highlighted", {
      q: `to.label:(${joinClauses(900, (at) => `${word(at).slice(0, 6)}${shortWord(at)}~`)})`,
      highlight: "true",
    }),
    find("500 text ranges", { q: joinClauses(500, (at) => `to.label:[${shortWord(at)} TO ${shortWord(at)}z]`) }),
    find("900 fuzzy terms in a member an entry", {
      q: `${key}:(${joinClauses(900, (at) => `${shortWord(at)}${at}~`)})`,
    }),
    find("`field:*` beside words", { q: `${key}:* OR to.label:* OR ${joinClauses(500, word)}` }),
    find("500 fuzzy terms in `to.label`", { q: `to.label:(${joinClauses(500, (at) => `${word(at)}~`)})` }),
    find("a common phrase, highlighted", { q: `from.label:"${common}"`, highlight: "true", pagesize: "10000" }),
    find("wildcards around letters", {
      q: joinClauses(1000, (at) => `*${letter(at)}*${letter(Math.floor(at / 26))}*`),
    }),
    find("facet of a member an entry", { facet_field: key, pagesize: "1" }),
    sum("nine drilldowns of dates and labels", {
      drilldown: "time|time.year|time.month|time.day|from.label|unit.label|to.label|from|unit",
    }),
    find("one fuzzy term of 7,000 letters", { q: `to.label:${"ab".repeat(3500)}~` }),
    find("one wildcard of 7,000 letters", { q: `to.label:${"*a?".repeat(2000)}` }),
    plain("distinct members, one an entry", `/${dataset}/${key}.distinct`, { q: "m" }),
    find("a page of 1.5 million entries", { pagesize: "1500000" }),
    find("the same as CSV", { pagesize: "1500000", format: "csv" }),
    sum("drilldown by all dimensions", { drilldown: `${key}|from|unit|to|time` }),
    sum("drilldown by all, a page of a million", { drilldown: `${key}|from|unit|to|time`, pagesize: "1000000" }),
    sum("1,024 cuts of a member an entry", { cut: joinClauses(1000, (at) => `${key}:${shortWord(at)}${at}`, "|") }),
    plain("explore a member an entry", `/${dataset}/explore`, { drilldown: `${key}|to|unit` }),
    plain("page of a member an entry", `/${dataset}/${key}`),
    plain("search page, 1,000 wildcards", "/search", { q: joinClauses(1000, (at) => `*${shortWord(at)}*`) }),
    { name: "upload of a megabyte in gzip", method: "POST", target: "/api/2/new", body: zeros },
  ];
}

/** Write the sign-in that a browser would send with a form. */
export function signInWith(form: SignInForm, origin: string): Attack {
  return {
    name: "sign-in with a long password",
    method: "POST",
    target: "/login",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: form.cookie, Origin: origin },
    body: `token=${form.token}&name=nobody&password=${"p".repeat(1000)}`,
  };
}
