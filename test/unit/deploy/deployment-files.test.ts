import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Command } from "commander";
import { LOAD_SETTINGS } from "#src/cli/settings/settings.js";
import { SERVE_SETTINGS } from "#src/cli/settings/serve-settings.js";
import { environmentName, makeOption } from "#src/cli/settings/options.js";

const UNIT = readFileSync("deploy/spendcube.service", "utf8");
const DOCKERFILE = readFileSync("deploy/Dockerfile", "utf8");
const PROXIES = ["nginx.conf", "Caddyfile"] as const;
const ANALYZE = "systemd-analyze";

/** Parse options of a command as the program does. */
function parse(args: readonly string[], name: "serve" | "load" = "serve"): Record<string, unknown> {
  const command = new Command(name).exitOverride().configureOutput({ writeErr: () => {} });
  for (const option of { serve: SERVE_SETTINGS, load: LOAD_SETTINGS }[name].map(makeOption)) command.addOption(option);
  return command.parse([...args], { from: "user" }).opts();
}

/** The address that a proxy passes requests to. */
function upstreamOf(proxy: string): string {
  return /(?:server|reverse_proxy) (127\.0\.0\.1:\d+)/.exec(proxy)![1]!;
}

it("the unit and the image give large blocks of memory back to the system, and keep few arenas of small ones", () => {
  for (const file of [UNIT, DOCKERFILE]) {
    const settings = [...file.matchAll(/^(?:Environment=|ENV )(MALLOC_\w+)=(\d+)$/gm)];
    const values = Object.fromEntries(settings.map(([, name, value]) => [name!, value!]));
    assert.deepEqual(values, { MALLOC_MMAP_THRESHOLD_: String(2 ** 20), MALLOC_ARENA_MAX: "2" });
  }
});

describe("the systemd unit", () => {
  const words = /^ExecStart=(.+)$/m.exec(UNIT)![1]!.split(" ");

  it("starts the program with options that it has, where the proxies look for it", () => {
    assert.equal(words[1], "serve");
    const { data, host, port, trustProxy } = parse(words.slice(2));
    assert.deepEqual([data, trustProxy], ["/var/lib/spendcube/data", true]);
    for (const proxy of PROXIES) {
      assert.equal(upstreamOf(readFileSync(`deploy/${proxy}`, "utf8")), `${String(host)}:${String(port)}`, proxy);
    }
  });

  it("writes to its state directory alone and may compile WebAssembly", () => {
    const directives = new Map(
      [...UNIT.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]): [string, string] => [name!, value!]),
    );
    assert.equal(directives.get("ProtectSystem"), "strict");
    assert.equal(directives.get("StateDirectory"), "spendcube");
    assert.equal(directives.get("NoNewPrivileges"), "yes");
    assert.equal(directives.get("RemoveIPC"), "yes");
    assert.equal(directives.get("PrivateUsers"), "yes");
    assert.equal(directives.get("ProtectProc"), "invisible");
    // The program reads the memory of the machine from there.
    assert.equal(directives.has("ProcSubset"), false);
    assert.equal(directives.has("MemoryDenyWriteExecute"), false);
  });

  it("is understood by systemd", { skip: whyNotAnalyzed() }, () => {
    const directory = mkdtempSync(join(tmpdir(), "spendcube-unit-"));
    try {
      // It checks that the program is there.
      const file = join(directory, "spendcube.service");
      writeFileSync(file, UNIT.replace(words[0]!, process.execPath));
      const { stderr } = spawnSync(ANALYZE, ["verify", "--man=no", file], { encoding: "utf8" });
      assert.deepEqual(
        stderr.split("\n").filter((line) => line.includes("spendcube.service")),
        [],
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe("the nightly load", () => {
  const service = readFileSync("deploy/spendcube-load.service", "utf8");
  const crontab = readFileSync("docs/publishing.md", "utf8")
    .split("\n")
    .find((line) => line.startsWith("15 3 * * *"))!;
  const program = /^ExecStart=(\S+)/m.exec(UNIT)![1]!;
  const data = /--data (\S+)/.exec(UNIT)![1]!;

  it("runs the program as the user of the server, on its data directory, in both schedulers", () => {
    assert.match(service, new RegExp(`^User=${/^User=(.+)$/m.exec(UNIT)![1]!}$`, "m"));
    const started = /^ExecStart=(.+)$/m.exec(service)![1]!;
    const [, user = "", ran = ""] = /^15 3 \* \* \* +(\S+) +(.+)$/.exec(crontab)!;
    assert.equal(user, "spendcube");
    for (const line of [started, ran]) {
      const [path, name, ...args] = line.split(" ");
      assert.deepEqual([path, name], [program, "load"]);
      const options = parse(args, "load");
      assert.equal(options["data"], data);
      assert.ok(options["metadata"] && options["csv"]);
    }
  });

  it("is understood by systemd", { skip: whyNotAnalyzed() }, () => {
    const directory = mkdtempSync(join(tmpdir(), "spendcube-unit-"));
    try {
      for (const name of ["spendcube-load.service", "spendcube-load.timer"])
        writeFileSync(join(directory, name), readFileSync(`deploy/${name}`, "utf8").replace(program, process.execPath));
      const { stderr } = spawnSync(ANALYZE, ["verify", "--man=no", join(directory, "spendcube-load.timer")], {
        encoding: "utf8",
      });
      assert.deepEqual(
        stderr.split("\n").filter((line) => line.includes("spendcube-load")),
        [],
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe("the proxies", () => {
  for (const name of PROXIES) {
    it(`${name} sets every header that --trust-proxy believes, to its own word`, () => {
      const text = readFileSync(`deploy/${name}`, "utf8").replaceAll(/^\s*#.*$/gm, "");
      const set = [...text.matchAll(/(?:proxy_set_header|header_up) (X-Forwarded-\w+) (\S+?);?$/gm)];
      assert.deepEqual(
        set.map(([, header]) => header),
        ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"],
      );
      for (const [, header, value] of set) assert.match(value!, /^(\$(remote_addr|scheme|host)|\{\w+\})$/, header);
    });
  }
});

it("nginx reads requests whole, as the document on security says", () => {
  const { length } = [...readFileSync("deploy/nginx.conf", "utf8").matchAll(/^\s*proxy_request_buffering on;$/gm)];
  assert.equal(length, 1);
  assert.match(readFileSync("docs/security.md", "utf8"), /`proxy_request_buffering on`/);
});

describe("the Dockerfile", () => {
  it("starts the program with options and variables that it has, reachable from outside", () => {
    const [command, ...args] = JSON.parse(/^CMD (\[.+\])$/m.exec(DOCKERFILE)![1]!) as string[];
    assert.equal(command, "serve");
    const { host, port } = parse(args);
    assert.deepEqual([host, String(port)], ["0.0.0.0", /^EXPOSE (\d+)$/m.exec(DOCKERFILE)![1]]);
    assert.ok(DOCKERFILE.includes(`http://127.0.0.1:${String(port)}/healthz`));
    const known = new Set(SERVE_SETTINGS.map(environmentName));
    const variables = [...DOCKERFILE.matchAll(/^ENV (SPENDCUBE_\w+)=/gm)].map(([, name]) => name!);
    assert.deepEqual(
      variables.filter((name) => !known.has(name)),
      [],
    );
    assert.ok(variables.includes("SPENDCUBE_DATA"));
  });

  it("runs the program on the release of Debian that it was built on, with a Node that the program runs on", () => {
    const [, major, built] = /^ARG NODE_IMAGE=node:(\d+)-(\w+)$/m.exec(DOCKERFILE)!;
    const [, served] = /^ARG DEBIAN_IMAGE=debian:(\w+)-slim$/m.exec(DOCKERFILE)!;
    assert.equal(served, built);
    const stages = [...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    assert.deepEqual(stages, ["${NODE_IMAGE}", "${DEBIAN_IMAGE}"]);
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
    assert.ok(engines.node.split(" || ").some((range) => range.startsWith(`^${major}`)));
  });

  it("copies what its build needs", () => {
    const scripts = (JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }).scripts;
    for (const [, script] of DOCKERFILE.matchAll(/npm run (\S+)/g)) assert.ok(scripts[script!], script);
    assert.match(DOCKERFILE, /^USER spendcube$/m);
  });
});

describe("the proxies' files", () => {
  for (const file of ["nginx.conf", "Caddyfile"]) {
    it(`${file} says which forwarded address is believed`, () => {
      const text = readFileSync(`deploy/${file}`, "utf8").replaceAll(/\s+#?\s*/g, " ");
      assert.match(text, /believes the last \(rightmost\) address of X-Forwarded-For/);
      assert.match(text, /--trusted-proxies N, the Nth from the right/);
    });
  }
});

function whyNotAnalyzed(): string | false {
  return spawnSync(ANALYZE, ["--version"]).status === 0 ? false : `${ANALYZE} is not here`;
}
