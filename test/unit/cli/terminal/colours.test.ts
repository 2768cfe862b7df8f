import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { colourNotes, wantsColour } from "#src/cli/terminal/colours.js";

describe("colours", () => {
  it("are those of the words that begin a line on standard error", async () => {
    const [out, err] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
    let isOn = true;
    const terminal = colourNotes({ out, err }, () => isOn);
    terminal.err.write("error: an error: x\nhint: y\n");
    terminal.out.write("error: data\n");
    isOn = false;
    terminal.err.write("warning: z\n");
    assert.equal(terminal.err.isTTY, true);
    out.end();
    terminal.err.end();
    assert.deepEqual(
      [await text(out), await text(err)],
      ["error: data\n", "\u001B[1;31merror:\u001B[0m an error: x\n\u001B[1;36mhint:\u001B[0m y\nwarning: z\n"],
    );
  });

  const [screen, pipe] = [{ isTTY: true }, {}];
  const cases: [name: string, choice: Parameters<typeof wantsColour>[0], object, NodeJS.ProcessEnv, boolean][] = [
    ["a terminal", "auto", screen, {}, true],
    ["a pipe", "auto", pipe, {}, false],
    ["NO_COLOR", "auto", screen, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", "auto", screen, { NO_COLOR: "" }, true],
    ["FORCE_COLOR", "auto", pipe, { FORCE_COLOR: "1" }, true],
    ["a terminal without colours", "auto", screen, { TERM: "dumb" }, false],
    ["--color always", "always", pipe, { NO_COLOR: "1" }, true],
    ["--color never", "never", screen, {}, false],
  ];
  for (const [name, choice, stream, environment, wanted] of cases) {
    it(`with ${name} are ${wanted ? "on" : "off"}`, () =>
      assert.equal(wantsColour(choice, stream, environment), wanted));
  }
});
