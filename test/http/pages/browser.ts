import assert from "node:assert/strict";
import { request, type RequestOptions, type Response } from "../client.js";
import { type Document, DocumentChecker } from "../protocol/document.js";
import { assertWellFormed } from "./markup.js";
import { PASSWORD } from "../access/sign-in-server.js";

/** A minimal browser: it keeps one cookie and sends forms with all of their fields. */
export interface Browser {
  /** `name=value` of the cookie. */
  readonly cookie: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /**
   * Fill in and send the form of the last page with this end of its action and this `change`. A box is ticked by its
   * value and unticked by an empty one.
   */
  send(action: string, fields?: Record<string, string>): Promise<Response>;
}

/** Called with every response. */
export type OnResponse = (path: string, method: string, response: Response) => void;

const ACCEPT = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

export function startBrowser(
  server: { readonly url: string },
  headers: Record<string, string> = {},
  onResponse: OnResponse = () => {},
): Browser {
  let cookie: string | undefined;
  let page = "";
  const ask = async (path: string, { method = "GET", ...options }: RequestOptions): Promise<Response> => {
    const sent = { ...ACCEPT, ...headers, ...(cookie === undefined ? {} : { Cookie: cookie }), ...options.headers };
    const response = await request(server.url + path, { ...options, method, headers: sent });
    onResponse(path, method, response);
    const set = response.headers["set-cookie"];
    if (set !== undefined) cookie = /Max-Age=0/.test(set) ? undefined : set.split(";", 1)[0];
    page = response.text;
    return response;
  };
  return {
    get cookie() {
      return cookie;
    },
    get: (path, more = {}) => ask(path, { headers: more }),
    send(action, fields = {}) {
      const forms = page.match(/<form[^]*?<\/form>/g) ?? [];
      const { change } = fields;
      const form = forms.find((each) => {
        const asks = change === undefined || each.includes(`name="change" value="${change}"`);
        return asks && /action="([^"]*)"/.exec(each)![1]!.split("#", 1)[0]!.endsWith(action);
      });
      assert.ok(form, `no form for ${action} in ${page}`);
      const shown = fieldsOf(form);
      const unknown = Object.keys(fields).filter((name) => shown.every((each) => each.name !== name));
      assert.deepEqual(unknown, [], "fields that the form does not have");
      // Forms send line breaks as two characters.
      const sent = shown.map(({ name, value, isBox }) => ({
        name,
        value: fields[name] ?? value.replaceAll("\n", "\r\n"),
        isBox,
      }));
      const body = new URLSearchParams(pairsOf(sent)).toString();
      const type = { "Content-Type": "application/x-www-form-urlencoded" };
      return ask(new URL(/action="([^"]*)"/.exec(form)![1]!, server.url).pathname, {
        method: "POST",
        headers: type,
        body,
      });
    },
  };
}

interface FormField {
  readonly name: string;
  /** Empty for an unticked box. */
  readonly value: string;
  readonly isBox: boolean;
}

/** Return the fields that a form sends, without unticked boxes. */
export function pairsOf(fields: readonly FormField[]): [name: string, value: string][] {
  const sent = fields.filter(({ value, isBox }) => value !== "" || !isBox);
  return sent.map(({ name, value }) => [name, value]);
}

/** Parse the fields of a form. */
export function fieldsOf(form: string): readonly FormField[] {
  const inputs = [...form.matchAll(/<input([^]*?)\/>/g)].map(([, tag]) => {
    const isBox = ["checkbox", "radio"].includes(attributeOf(tag!, "type"));
    const value = isBox && !/\schecked/.test(tag!) ? "" : attributeOf(tag!, "value");
    return { name: attributeOf(tag!, "name"), value, isBox };
  });
  // Browsers drop the first line break.
  const texts = [...form.matchAll(/<textarea([^>]*)>\n?([^]*?)<\/textarea>/g)].map(([, tag, text]) => {
    return { name: attributeOf(tag!, "name"), value: unescape(text!), isBox: false };
  });
  const choices = [...form.matchAll(/<select([^>]*)>([^]*?)<\/select>/g)].map(([, tag, options]) => {
    const chosen = /value="([^"]*)"\s+selected/.exec(options!) ?? /value="([^"]*)"/.exec(options!);
    const value = unescape(chosen?.[1] ?? "");
    return { name: attributeOf(tag!, "name"), value, isBox: false };
  });
  return [...inputs, ...texts, ...choices];
}

function attributeOf(tag: string, name: string): string {
  return unescape(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

/** A text as it stands in markup. */
export function unescape(text: string): string {
  const named: Readonly<Record<string, string>> = {
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
    "&amp;": "&",
  };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => named[entity]!);
}

/** Sign in as a user and open a page. */
export async function lookingAt(
  server: { readonly url: string },
  name: string,
  path: string,
  check: OnResponse,
): Promise<Browser> {
  const browser = await signedIn(server, name, check);
  const { status, text } = await browser.get(path);
  assert.equal(status, 200, text);
  assertWellFormed(text);
  return browser;
}

/** Sign in as a user. */
export async function signedIn(
  server: { readonly url: string },
  name: string,
  check: OnResponse = () => {},
): Promise<Browser> {
  const browser = startBrowser(server, {}, check);
  await browser.get("/login");
  assert.equal((await browser.send("/login", { name, password: PASSWORD })).status, 303);
  return browser;
}

const SCREENS = new Set([
  "/login",
  "/logout",
  "/register",
  "/settings",
  "/settings/key",
  "/settings/password",
  "/dashboard",
  "/{dataset}/editor",
  "/collections/editor",
  "/collections/editor/{collection}",
  "/shapes/editor",
  "/shapes/editor/{shapes}",
  "/{dataset}/editor/members",
  "/{dataset}/editor/model",
]);

/** Create a check of responses to browsers against the OpenAPI document of a server. */
export async function checkScreens(server: { readonly url: string }): Promise<OnResponse> {
  const { text } = await request(`${server.url}/openapi.json`);
  const checker = new DocumentChecker(JSON.parse(text) as Document);
  return (path, method, response) => {
    const route = path
      .split("?", 1)[0]!
      .replace(/^\/(?!(?:collections|shapes)\/)[^/]+(?=\/editor(?:\/model)?$)/, "/{dataset}")
      .replace(/^(\/collections\/editor\/).+$/, "$1{collection}")
      .replace(/^(\/shapes\/editor\/).+$/, "$1{shapes}");
    if (SCREENS.has(route)) checker.check(route, method.toLowerCase(), response);
  };
}

/** Return the API key that the settings show. */
export function keyIn({ text }: Response): string {
  return /<code id="api-key">([^<]+)</.exec(text)![1]!;
}
