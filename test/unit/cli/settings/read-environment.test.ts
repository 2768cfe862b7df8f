import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Command } from "commander";
import { readEnvironment, refuseUnused } from "#src/cli/settings/read-environment.js";
import type { Setting } from "#src/cli/settings/setting.js";
import { makeOption } from "#src/cli/settings/options.js";

const PERCENT: Setting = {
  flags: "--rollup-percent <number>",
  help: "memory for rollups",
  preset: 25,
  type: "number",
  most: 100,
};

const ENGINE: Setting = { flags: "--engine <engine>", help: "engine", preset: "memory" };
const OF_ENGINES: readonly Setting[] = [
  ENGINE,
  { ...PERCENT, engine: "memory" },
  { flags: "--bytes <number>", help: "bytes", type: "number", preset: 1, engine: "clickhouse" },
];

/** Refuse the settings that a command was given for the other engine. */
function refuse(args: readonly string[], environment: NodeJS.ProcessEnv): void {
  const command = new Command("serve").exitOverride().configureOutput({ writeErr: () => {} });
  for (const option of OF_ENGINES.map(makeOption)) command.addOption(option);
  command.action(() => {});
  command.hook("preAction", () => {
    readEnvironment(command, OF_ENGINES, environment);
    refuseUnused(command, OF_ENGINES);
  });
  command.parse([...args], { from: "user" });
}

describe("a setting of one engine", () => {
  const cluster = ["--engine", "clickhouse"];

  it("is refused with the other one, by the name it was given", () => {
    assert.throws(
      () => refuse([...cluster, "--rollup-percent", "25"], {}),
      /^InvalidArgumentError: --rollup-percent: no effect with --engine clickhouse; leave it out$/,
    );
    assert.throws(() => refuse(cluster, { SPENDCUBE_ROLLUP_PERCENT: "5" }), /SPENDCUBE_ROLLUP_PERCENT: no effect/);
    assert.throws(() => refuse(["--bytes", "9"], {}), /--bytes: no effect with --engine memory/);
  });

  it("may be given with its own, and has its default with the other one", () => {
    refuse(["--rollup-percent", "5"], {});
    refuse([...cluster, "--bytes", "9"], {});
    refuse(cluster, {});
    refuse([], {});
  });
});

/** The value that a command gets from its command line and its environment. */
function valueOf(args: readonly string[], environment: NodeJS.ProcessEnv): unknown {
  const command = new Command("serve").exitOverride().configureOutput({ writeErr: () => {} });
  command.addOption(makeOption(PERCENT));
  let value: unknown;
  command.action((options: Record<string, unknown>) => {
    value = options["rollupPercent"];
  });
  command.hook("preAction", () => readEnvironment(command, [PERCENT], environment));
  command.parse([...args], { from: "user" });
  return value;
}

describe("a setting", () => {
  const cases: readonly [title: string, args: readonly string[], environment: NodeJS.ProcessEnv, value: number][] = [
    ["has its default", [], {}, 25],
    ["is read from its flag", ["--rollup-percent", "5"], {}, 5],
    ["is read from the environment", [], { SPENDCUBE_ROLLUP_PERCENT: "7" }, 7],
    ["prefers its flag", ["--rollup-percent", "5"], { SPENDCUBE_ROLLUP_PERCENT: "7" }, 5],
    ["ignores an empty variable", [], { SPENDCUBE_ROLLUP_PERCENT: "" }, 25],
  ];
  for (const [title, args, environment, value] of cases) {
    it(title, () => assert.equal(valueOf(args, environment), value));
  }

  it("rejects a value out of range and names the variable", () => {
    assert.throws(
      () => valueOf(["--rollup-percent", "101"], {}),
      /--rollup-percent.*"101" is not an integer from 0 to 100/,
    );
    assert.throws(
      () => valueOf([], { SPENDCUBE_ROLLUP_PERCENT: "x" }),
      /SPENDCUBE_ROLLUP_PERCENT: "x" is not an integer/,
    );
  });
});
