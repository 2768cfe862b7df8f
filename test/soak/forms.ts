import { fieldsOf, pairsOf, unescape } from "../http/pages/browser.js";
import type { Random } from "../unit/engines/kernel/random.js";
import { type FuzzedRequest, value } from "./parameters.js";

/** Pages with forms that change something. */
export const FORM_PAGES = [
  "/login",
  "/register",
  "/settings",
  "/dashboard",
  "/datasets/new",
  "/datasets/new",
  "/ours/editor",
  "/ours/editor/model",
  "/secret/editor",
] as const;

const FILES = [
  "year,place,amount\n2009,North,1.5\n2010,South,2\n",
  "year;place;amount\n2009;Nörd;1,5\n",
  "\ufeffa,b\n1,2\n1\n",
  '{"a": 1}',
  "",
  "\0\u0001",
] as const;

/** Forms after which there is little left to do: they are seldom sent. */
const ENDS = /action="[^"]*\/(?:password|logout)"|name="change" value="drop"/;

/**
 * Generate what a browser sends when a form of a page is filled in, rightly or not.
 * @param page HTML
 * @returns `null` if the page has no form that is posted
 */
export function makeFormPost(page: string, random: Random): Pick<FuzzedRequest, "target" | "headers" | "body"> | null {
  const posted = (page.match(/<form[^]*?<\/form>/g) ?? []).filter((form) => /<form[^>]*method="post"/i.test(form));
  const forms = posted.filter((form) => !ENDS.test(form) || random.chance(2));
  if (forms.length === 0) return null;
  const form = random.pick(forms);
  const pairs = pairsOf(fieldsOf(form)).flatMap((pair) => change(pair, random));
  const target = new URL(unescape(/action="([^"]*)"/.exec(form)?.[1] ?? "/"), "http://x").pathname;
  if (/<form[^>]*enctype="multipart/.test(form)) return { target, ...encodeMultipart(pairs, random) };
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return { target, headers, body: new URLSearchParams(pairs).toString() };
}

/** Keep most fields, so that the form is accepted now and then, above all its proof that the page was shown. */
function change([name, sent]: readonly [string, string], random: Random): [string, string][] {
  if (random.chance(name === "token" || name === "change" ? 98 : 70)) return [[name, sent]];
  return random.pick<() => [string, string][]>([
    () => [],
    () => [[name, value(random).toWellFormed()]],
    () => [
      [name, sent],
      [name, value(random).toWellFormed()],
    ],
    () => [[value(random).toWellFormed(), sent]],
    () => [[name, "x".repeat(random.int(5000))]],
  ])();
}

function encodeMultipart(pairs: readonly [string, string][], random: Random): Pick<FuzzedRequest, "headers" | "body"> {
  const boundary = "----fuzz";
  const parts = pairs.map(([name, text]) => {
    const isFile = name === "file" || name === "csv_file" || name === "metadata";
    const content = isFile ? random.pick(FILES) : text;
    const file = isFile ? `; filename="${random.pick(["a.csv", "../x", "", "ä.zip"])}"` : "";
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, "_")}"${file}\r\n\r\n${content}\r\n`;
  });
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.from(`${parts.join("")}--${boundary}--\r\n`),
  };
}
