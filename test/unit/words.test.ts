import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";

/** Parts of names that have a word of the field: `cuboid` in `openCuboid`, and the word to use. */
const NAMES: Readonly<Record<string, string>> = {
  asked: "requested",
  crowd: "load",
  cuboid: "rollup",
  cuboids: "rollups",
  desk: "services",
  door: "load shedder",
  extras: "derived data",
  fault: "error",
  faults: "errors",
  faulty: "wrong",
  freeze: "serialize",
  frozen: "serialized",
  guesses: "login throttle",
  judge: "prune",
  keeper: "advisor",
  knock: "admit",
  made: "built",
  reception: "receiver",
  scene: "page scope",
  silence: "idle timeout",
  summing: "rollup builder",
  thaw: "open",
  thawed: "opened",
  told: "reported",
  turns: "dataset lock",
};

/** Names of two words and more, in camel case, and what to use. */
const COMPOUNDS: Readonly<Record<string, string>> = {
  carryOut: "run load",
  giveBack: "release",
  giveWay: "lower priority",
  holdReading: "pin version",
  keptLists: "posting-list cache",
  keptWords: "term index",
  largeRoom: "overflow memory",
  memberEntries: "posting lists",
  noteBuild: "write build info",
  putFilter: "write filter",
  readyBodies: "response cache",
  textBytes: "UTF-8 writer",
  wayBack: "response writer",
  zoneSets: "zone maps",
};

/** Phrases of comments and texts, and what to say. */
const PHRASES: readonly (readonly [phrase: RegExp, use: string])[] = [
  [/\bready (?:answer|bod)/i, "cached response"],
  [/\bsumming\b/i, "rollup builder"],
  [/\bsums? (?:that are |that were |of them that were )?made (?:before|in advance)/i, "rollup"],
  [/\bgives? way\b/i, "lower the priority"],
  [/\bway from (?:an? |the )?(?:id|text|word|member)/i, "index"],
  [/\bzone sets?\b/i, "zone map"],
  [/(?<!EARLIER_ERRORS = ")\bfaults?\b/i, "error"],
  [/\bnobody knows\b|\bwhoever\b|\bwhomever\b/i, "the thing itself as the subject"],
];

/** Words that begin a riddle: a docstring begins with a verb or a noun. */
const RIDDLE = /\/\*\*\s*(?:\*\s*)?(?:What|Whether|Who|Whom|Whose|Of|By|Those|As far as)\b[^\n]*/g;

/** The name of an export. */
const EXPORT =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|interface|type|const|let) ([\w$]+)/gm;

describe("words of the field", () => {
  it("are exported from one file each: one name has one meaning", () => {
    const files = new Map<string, Set<string>>();
    for (const file of [...sourcesByFolder("src").values()].flat()) {
      for (const [, name] of readFileSync(file, "utf8").matchAll(EXPORT)) {
        files.set(name!, (files.get(name!) ?? new Set()).add(file));
      }
    }
    const repeated = [...files]
      .filter(([, { size }]) => size > 1)
      .map(([name, of]) => `${name}: ${[...of].join(", ")}`);
    assert.deepEqual(repeated, []);
  });

  for (const [folder, files] of sourcesByFolder("src")) {
    it(`are the names in ${folder}`, () => {
      const found = files.flatMap((file) => wrongNames(file));
      assert.deepEqual(found, []);
    });
    it(`are the texts in ${folder}`, () => {
      const found = files.flatMap((file) =>
        linesOf(file).flatMap((line, at) =>
          PHRASES.filter(([phrase]) => phrase.test(line)).map(
            ([, use]) => `${file}:${at + 1}: ${line.trim()} (${use})`,
          ),
        ),
      );
      assert.deepEqual(found, []);
    });
    it(`begin every docstring in ${folder}`, () => {
      const found = files.flatMap((file) =>
        Array.from(readFileSync(file, "utf8").matchAll(RIDDLE), ([text]) => `${file}: ${text}`),
      );
      assert.deepEqual(found, []);
    });
  }
});

function wrongNames(file: string): readonly string[] {
  return linesOf(withoutTexts(readFileSync(file, "utf8"))).flatMap((line, at) => {
    const names = line.match(/[A-Za-z_$][\w$]*/g) ?? [];
    return names.flatMap((name) => {
      const use = wordFor(name);
      return use === undefined ? [] : [`${file}:${at + 1}: ${name} (${use})`];
    });
  });
}

function wordFor(name: string): string | undefined {
  const parts = name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((part) => part.toLowerCase());
  const part = parts.find((each) => Object.hasOwn(NAMES, each));
  if (part !== undefined) return NAMES[part];
  const compound = Object.keys(COMPOUNDS).find((each) => new RegExp(each, "i").test(name));
  return compound === undefined ? undefined : COMPOUNDS[compound];
}

/** The code of a file: comments and the contents of texts are blanked, lines stay where they are. */
function withoutTexts(code: string): string {
  const token = /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
  return code.replaceAll(token, (text) => text.replaceAll(/[^\n]/g, " "));
}

function linesOf(fileOrText: string): readonly string[] {
  const text = fileOrText.includes("\n") ? fileOrText : readFileSync(fileOrText, "utf8");
  return text.split("\n");
}

function sourcesByFolder(root: string): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted()) {
    if (!name.endsWith(".ts")) continue;
    const folder = dirname(join(root, name));
    folders.set(folder, [...(folders.get(folder) ?? []), join(root, name)]);
  }
  return folders;
}
