import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { showSecurity } from "#src/calls/views/resources/security-text.js";
import { readSetting } from "#src/cli/settings/options.js";
import { SERVE_SETTINGS } from "#src/cli/settings/serve-settings.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, formText } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

const CONTACT = "mailto:security@town.example";

let server: TestServer;
let silent: TestServer;
before(async () => {
  const settings = { baseUrl: "https://money.example" };
  server = await startTestServer(makeRoutes(contextOf([], { securityContact: CONTACT })), settings);
  silent = await startTestServer(makeRoutes(contextOf([])), settings);
});
after(() => Promise.all([server.stop(), silent.stop()]));

describe("/.well-known/security.txt", () => {
  it("has the contact, and a date less than a year ahead", async () => {
    const { status, headers, text } = await request(`${server.url}/.well-known/security.txt`);
    assert.deepEqual([status, headers["content-type"]], [200, "text/plain; charset=utf-8"]);
    const fields = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/, 2));
    assert.deepEqual(
      fields.map(([name]) => name),
      ["Contact", "Expires", "Preferred-Languages", "Canonical"],
    );
    assert.equal(fields[0]![1], CONTACT);
    assert.equal(fields[3]![1], "https://money.example/.well-known/security.txt");
    const days = (Date.parse(fields[1]![1]!) - Date.now()) / 86_400_000;
    assert.ok(days > 150 && days < 240, `${days} days`);
  });

  it("expires half a year later, and changes once a month", async () => {
    const expiry = async (day: string): Promise<string> => {
      const text = await formText(showSecurity(CONTACT, "1", "https://money.example", new Date(day)), "text");
      return /Expires: (.*)/.exec(text)![1]!;
    };
    assert.equal(await expiry("2026-11-01"), "2027-06-01T00:00:00.000Z");
    assert.equal(await expiry("2026-11-30T23:59:59Z"), "2027-06-01T00:00:00.000Z");
    assert.equal(await expiry("2026-12-01"), "2027-07-01T00:00:00.000Z");
  });

  it("is missing if the operator names no contact", async () => {
    const { status, text } = await request(`${silent.url}/.well-known/security.txt`);
    assert.equal(status, 404);
    assert.match(text, /names no contact for security/);
  });

  it("takes an e-mail address or a URL", () => {
    const setting = SERVE_SETTINGS.find(({ flags }) => flags.startsWith("--security-contact"))!;
    assert.equal(readSetting(setting, "security@town.example"), CONTACT);
    for (const text of [CONTACT, "https://town.example/report", "tel:+44-123"]) {
      assert.equal(readSetting(setting, text), text);
    }
    for (const text of ["us", "http://town.example", "a@b\nContact: x", "javascript:1", "@", "https://a b"]) {
      assert.throws(() => readSetting(setting, text), /is neither an e-mail address nor a URL/, text);
    }
  });
});

describe("/favicon.ico", () => {
  it("is the icon in three sizes, as PNG pictures", async () => {
    const { status, headers, body } = await request(`${server.url}/favicon.ico`);
    assert.deepEqual([status, headers["content-type"]], [200, "image/x-icon"]);
    assert.deepEqual([body.readUInt16LE(0), body.readUInt16LE(2), body.readUInt16LE(4)], [0, 1, 3]);
    const widths = [0, 1, 2].map((at) => {
      const [length, offset] = [body.readUInt32LE(6 + at * 16 + 8), body.readUInt32LE(6 + at * 16 + 12)];
      const picture = body.subarray(offset, offset + length);
      assert.equal(picture.length, length);
      assert.equal(picture.subarray(1, 4).toString("latin1"), "PNG");
      assert.equal(picture.readUInt32BE(16), body[6 + at * 16]);
      return picture.readUInt32BE(16);
    });
    assert.deepEqual(widths, [16, 32, 48]);
  });
});
