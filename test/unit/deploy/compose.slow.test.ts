import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";

function docker(...args: readonly string[]): { readonly status: number | null; readonly out: string } {
  const { status, stdout, stderr } = spawnSync("docker", args, { encoding: "utf8" });
  return { status, out: `${stdout}${stderr}` };
}

function whyNotRun(): string | false {
  if (docker("info").status !== 0) return "no docker daemon runs here";
  return docker("compose", "version").status === 0 ? false : "docker compose is not here";
}

it("compose builds the image and serves from it", { skip: whyNotRun() }, async () => {
  const directory = mkdtempSync(join(tmpdir(), "spendcube-compose-"));
  const project = `spendcube-test-${process.pid}`;
  const override = join(directory, "override.yaml");
  // Any free port, and an image of its own.
  const own = `services:\n  spendcube:\n    image: ${project}\n    ports: !override ["127.0.0.1::8080"]\n`;
  writeFileSync(override, own);
  const compose = (...args: readonly string[]): string => {
    const { status, out } = docker("compose", "-p", project, "-f", "deploy/compose.yaml", "-f", override, ...args);
    assert.equal(status, 0, out);
    return out.trim();
  };
  try {
    compose("up", "--build", "--detach", "--wait");
    const address = compose("port", "spendcube", "8080");
    assert.equal((await fetch(`http://${address}/healthz`)).status, 200);
    assert.match(compose("exec", "-T", "spendcube", "spendcube", "dataset", "list", "--json"), /^\[/m);
  } finally {
    compose("down", "--volumes", "--rmi", "all");
    rmSync(directory, { recursive: true });
  }
});
