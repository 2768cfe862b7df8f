import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, it } from "node:test";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { SERVE_SETTINGS } from "#src/cli/settings/serve-settings.js";
import { environmentName } from "#src/cli/settings/options.js";

const FILE = "deploy/compose.yaml";
const DOCKERFILE = readFileSync("deploy/Dockerfile", "utf8");

interface Service {
  readonly build: { readonly context: string; readonly dockerfile: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const TEXT = { type: "string", minLength: 1 };

/** What the Compose specification says of the keys that the file has; others are mistakes here. */
const SERVICE = {
  type: "object",
  additionalProperties: false,
  required: ["build", "image", "init", "restart", "ports", "environment", "volumes", "stop_grace_period"],
  properties: {
    build: {
      type: "object",
      additionalProperties: false,
      required: ["context", "dockerfile"],
      properties: { context: TEXT, dockerfile: TEXT },
    },
    image: TEXT,
    init: { type: "boolean" },
    restart: { enum: ["no", "always", "on-failure", "unless-stopped"] },
    ports: {
      type: "array",
      items: { type: "string", pattern: String.raw`^(\d+\.\d+\.\d+\.\d+:)?\d+:\d+(/(tcp|udp))?$` },
    },
    // Numbers and booleans would be other texts for other readers of YAML.
    environment: { type: "object", additionalProperties: { type: "string" } },
    volumes: { type: "array", items: { type: "string", pattern: "^[a-z][a-z0-9_-]*:/[^:]*(:r[ow])?$" } },
    stop_grace_period: { type: "string", pattern: String.raw`^(\d+h)?(\d+m)?(\d+s)?$`, minLength: 2 },
  },
};
const SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["services"],
  properties: {
    services: { type: "object", minProperties: 1, additionalProperties: SERVICE },
    volumes: { type: "object", additionalProperties: { type: "null" } },
  },
};

/** Errors of a text as a Compose file. */
function errorsOf(text: string): readonly string[] {
  const validate = new Ajv({ allErrors: true }).compile(SCHEMA);
  validate(parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("compose", () => {
  const text = readFileSync(FILE, "utf8");
  const { services, volumes } = parse(text) as Compose;
  const { spendcube } = services as { readonly spendcube: Service };

  it("has keys and values of the specification alone", () => {
    assert.deepEqual(errorsOf(text), []);
    for (const [right, wrong] of [
      ["init: true", "init: yes, please"],
      ["restart: unless-stopped", "restart: unless-stoped"],
      ["stop_grace_period", "stop_grace_perod"],
      ["127.0.0.1:8080:8080", "127.0.0.1/8080"],
      ["10m", "10 minutes"],
      ['"true"', "true"],
      ["data:/data", "data"],
    ] as const) {
      assert.ok(text.includes(right), right);
      assert.notDeepEqual(errorsOf(text.replace(right, wrong)), [], wrong);
    }
  });

  it("builds the image of the Dockerfile that is there, from the repository", () => {
    const { context, dockerfile } = spendcube.build;
    const folder = resolve(dirname(FILE), context);
    assert.equal(folder, resolve("."));
    assert.ok(existsSync(resolve(folder, dockerfile)));
  });

  it("sets what the program has, and reaches the image's port and volume", () => {
    const known = new Set(SERVE_SETTINGS.map(environmentName));
    const commented = text.match(/(?<=# )SPENDCUBE_\w+(?=:)/g) ?? [];
    const names = [...Object.keys(spendcube.environment), ...commented];
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
    assert.ok(names.length > 1);
    const [, port] = /^EXPOSE (\d+)$/m.exec(DOCKERFILE)!;
    assert.deepEqual(spendcube.ports, [`127.0.0.1:${port}:${port}`]);
    const [, path] = /^VOLUME (\S+)$/m.exec(DOCKERFILE)!;
    assert.deepEqual(spendcube.volumes, [`${Object.keys(volumes)[0]}:${path}`]);
  });
});
