import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { SAMPLE_CHARTS, sampleDatasets, sampleShapes } from "../../browser/sample.js";
import { contextOf } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { assertWellFormed, readLine } from "./markup.js";
import { readPng } from "./png.js";

/** Size of a social picture, in pixels. */
const SIZE = [1200, 630];
const CHARTS = { ...SAMPLE_CHARTS, pivot: "/town/explore?drilldown=region|cofog1&chart=pivot" };

let directory: string;
let server: TestServer;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), "spendcube-pictures-"));
  const shapes = await sampleShapes(directory);
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets(), { shapes })));
});
after(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

async function open(target: string): Promise<Response> {
  const url = target.startsWith("/") ? server.url + target : target;
  const response = await request(url, { headers: { Accept: "text/html" } });
  assert.equal(response.status, 200, `${target}: ${response.text.slice(0, 300)}`);
  return response;
}

const unescape = (text: string): string => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** Return the value of an element of the head of a page. */
function readMeta(page: string, name: string): string {
  const [, value] = new RegExp(`<meta\\s+property="${name}"\\s+content="([^"]*)"`).exec(page) ?? assert.fail(name);
  return unescape(value!);
}

/** Count the pixels in the colours that a drawing fills areas with. */
function countFilled(svg: string, { colors }: ReturnType<typeof readPng>): number {
  const fills = new Set(Array.from(svg.matchAll(/fill="#(\w{6})"/g), ([, color]) => color!));
  for (const ink of ["ffffff", "333333", "444444"]) fills.delete(ink);
  assert.ok(fills.size > 0);
  return [...fills].reduce((sum, color) => sum + (colors.get(color) ?? 0), 0);
}

describe("every chart", () => {
  for (const [name, path] of Object.entries(CHARTS)) {
    const [kind] = name.split(" ") as [string];
    const drawn = new RegExp(kind === "pivot" ? `class="scroll crosstab"` : `<svg[^>]*class="chart ${kind}`);

    it(`has a picture that other sites show, with its title: ${name}`, async () => {
      const { text } = await open(path);
      const url = readMeta(text, "og:image");
      assert.equal(new URL(url).searchParams.get("chart"), kind);
      const { headers, body } = await open(url);
      assert.equal(headers["content-type"], "image/png");
      const picture = readPng(body);
      assert.deepEqual(picture.size, SIZE);
      const svg = (await open(path.replace("/explore?", "/explore.svg?"))).text;
      assertWellFormed(svg);
      assert.match(svg, new RegExp(`class="chart ${kind}(?: wide)?"`));
      assert.ok(countFilled(svg, picture) > 500, `${countFilled(svg, picture)} pixels`);
      assert.ok(readLine(text).includes(readLine(readMeta(text, "og:title")).split(" · ")[0]!));
      assert.ok(readMeta(text, "og:image:alt").length > 10);
    });

    it(`is framed by its address: ${name}`, async () => {
      const page = (await open(path)).text;
      const [, link] = /<link[^>]*application\/json\+oembed[^>]*href="([^"]*)"/.exec(page) ?? assert.fail("no link");
      const { version, type, html } = JSON.parse((await open(unescape(link!))).text);
      assert.deepEqual([version, type], ["1.0", "rich"]);
      const [, source] = /^<iframe src="([^"]*)"/.exec(html) ?? assert.fail(html);
      const frame = (await open(unescape(source!))).text;
      assert.match(frame, drawn);
      assert.match(page, drawn);
    });
  }
});
