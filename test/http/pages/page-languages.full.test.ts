import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { listLanguages, writingDirection } from "#src/web/words/languages.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import { request, type Response } from "../client.js";
import { type Browser, signedIn, startBrowser } from "./browser.js";

/** Values of the parts of paths, and parameters that pages need. */
const PARTS: Readonly<Record<string, string>> = {
  dataset: "plans",
  dimension: "region",
  name: "North",
  taxonomy: "region",
  file: "faq",
  source: "1",
};
const QUERIES: Readonly<Record<string, string>> = {
  "/{dataset}/embed": "drilldown=region",
  "/reconcile/preview": "id=region/North",
  "/explore/tax": "income=10000",
};

let server: SignInServer;
let root: Browser;
let paths: readonly string[];
before(async () => {
  server = await startSignInServer({ allowRegistration: true });
  root = await signedIn(server, "root");
  const document = JSON.parse((await request(`${server.url}/openapi.json`)).text) as {
    readonly paths: Readonly<Record<string, { readonly get?: object }>>;
  };
  const found = Object.entries(document.paths).filter(([, { get }]) => JSON.stringify(get ?? {}).includes("text/html"));
  paths = found.map(([path]) => path).filter((path) => !path.endsWith(".html"));
});
after(() => server.stop());

/** Fill a path; parts without a value name nothing, and the page is that of an error. */
function fillPath(path: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => PARTS[part] ?? "none");
  return `${filled}?${QUERIES[path] ?? ""}`;
}

/** Open a page as an administrator; those for strangers, who are led on once they are signed in, as one of them. */
function open(path: string, query = "", headers: Record<string, string> = {}): Promise<Response> {
  const isForStrangers = path === "/login" || path === "/register";
  return (isForStrangers ? startBrowser(server) : root).get(fillPath(path) + query, headers);
}

function languageOf({ headers, text }: Response): readonly (string | undefined)[] {
  const [tag = ""] = /<html\b[^>]*>/.exec(text) ?? [];
  const attribute = (name: string): string | undefined => new RegExp(`\\s${name}="(\\w+)"`).exec(tag)?.[1];
  return [headers["content-language"], attribute("lang"), attribute("dir") ?? "ltr"];
}

describe("every page, also one with an error,", () => {
  for (const language of listLanguages()) {
    it(`says its language and direction: ${language}`, async () => {
      const expected = [language, language, writingDirection(language)];
      const statuses = new Set<number>();
      for (const path of [...paths, "/nothing/at/all"]) {
        const page = await open(path, `&lang=${language}`);
        statuses.add(page.status);
        assert.match(String(page.headers["content-type"]), /^text\/html/, path);
        assert.deepEqual(languageOf(page), expected, path);
      }
      assert.ok(statuses.has(200) && statuses.has(404));
    });
  }

  it("is in the language that the browser prefers, except frames that name none", async () => {
    for (const path of paths) {
      const page = await open(path, "", { "Accept-Language": "he-IL" });
      const isFrame = path === "/{dataset}/embed";
      assert.deepEqual(languageOf(page), isFrame ? ["en", "en", "ltr"] : ["he", "he", "rtl"], path);
    }
  });
});
