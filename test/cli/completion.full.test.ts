import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inDirectory, run } from "./run.js";

/** What can follow some words; `null`: the path of a file. */
const FOLLOWING: readonly (readonly [words: readonly string[], following: readonly string[] | null])[] = [
  [["da"], ["dataset"]],
  [
    ["user", ""],
    ["add", "list", "rotate-key", "set-password", "remove"],
  ],
  [["export", "--fo"], ["--format"]],
  [
    ["export", "--format", ""],
    ["csv", "ndjson", "arrow", "parquet"],
  ],
  [["export", "town", "--format", "p"], ["parquet"]],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["load", "--data", "dataset", "--me"], ["--metadata"]],
  [["load", "--metadata", ""], null],
  [["propose", ""], null],
];

/** Scripts that complete the words of their arguments and print a line for each choice, after the shell's own script. */
const PROBES = {
  bash: `COMP_WORDS=(spendcube "$@") COMP_CWORD=$#; _spendcube; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `
    compadd() { shift; print -l -- "$@" }
    _files() { }
    _describe() { print -l -- "\${(@)\${(P)2}%%:*}" }
    words=(spendcube "$@") CURRENT=$(($# + 1)); _spendcube`,
  fish: `complete -C "spendcube $argv"`,
} as const;

describe("spendcube completion", () => {
  for (const [shell, probe] of Object.entries(PROBES)) {
    const isHere = spawnSync(shell, ["--version"]).error === undefined;
    it(`completes commands, options and values in ${shell}`, { skip: !isHere && `${shell} is not installed` }, () =>
      inDirectory(async (directory) => {
        const { status, out } = await run(["completion", shell]);
        assert.equal(status, 0);
        const file = join(directory, "completion");
        await writeFile(file, `${shell === "zsh" ? "compdef() { }\n" : ""}${out}${probe}\n`);
        for (const [words, following] of FOLLOWING) {
          const { stdout, stderr } = spawnSync(shell, [file, ...words], { encoding: "utf8", cwd: directory });
          const lines = stdout.split("\n").map((line) => line.split("\t", 1)[0]!);
          // Shells other than bash leave out what does not begin as typed.
          const found = lines.filter((line) => line !== "" && line.startsWith(words.at(-1)!));
          const expected = following ?? (shell === "fish" ? ["completion"] : []);
          assert.deepEqual(found.toSorted(), expected.toSorted(), `${words.join(" ")}: ${stderr}`);
        }
      }),
    );
  }

  it("names the shells that it knows", async () => {
    const { status, err } = await run(["completion", "tcsh"]);
    assert.equal(status, 2);
    assert.match(err, /'tcsh' is invalid.*bash, zsh, fish/);
  });
});
