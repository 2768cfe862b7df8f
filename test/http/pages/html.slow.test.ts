import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { sampleDatasets } from "../../browser/sample.js";
import { contextOf } from "../../fixtures.js";
import { signedIn, startBrowser } from "./browser.js";
import { request } from "../client.js";
import { crawl, isPage } from "./crawl.js";
import { errorsOf } from "./html-errors.js";
import { startTestServer } from "../server.js";
import { PASSWORD, startSignInServer } from "../access/sign-in-server.js";

const BROWSER = { Accept: "text/html" };

describe("the validator of HTML", () => {
  it("finds no errors in pages without any dataset", async () => {
    const server = await startTestServer(makeRoutes(contextOf([])));
    try {
      for (const { url, response } of (await crawl(server.url, "/")).visits) {
        if (isPage(response)) assert.deepEqual(await errorsOf(response.text), [], url);
      }
    } finally {
      await server.stop();
    }
  });

  const wrong = [
    "/nothing",
    "/town/nothing",
    "/town/entries?min=%22%3E%3Cb%3E",
    "/town/entries?q=amount:[1+TO",
    "/town/explore?cut=no.such:%3Cscript%3E&chart=%3Cb%3E",
    "/town/explore?measure=no",
    "/town/embed?drilldown=no",
    "/search?q=%22%3E%3Cscript%3E(",
    "/search?q=a&page=none",
    "/explore/tax?income=%3Cb%3E",
    "/town/explore.html%00",
  ];
  for (const path of wrong) {
    it(`finds no errors in the error page of ${path}`, async () => {
      const server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
      try {
        const { status, text } = await request(server.url + path, { headers: BROWSER });
        assert.ok(status >= 400 && text.startsWith("<!doctype html>"), `${status}`);
        assert.deepEqual(await errorsOf(text), []);
      } finally {
        await server.stop();
      }
    });
  }

  it("finds no errors in the sign-in forms, the settings and the editor", async () => {
    const server = await startSignInServer({ allowRegistration: true });
    try {
      const stranger = startBrowser(server);
      const ada = await signedIn(server, "ada");
      const pages = [
        await stranger.get("/login"),
        await stranger.send("/login", { name: '"><b>', password: "wrong" }),
        await stranger.get("/plans"),
        await stranger.get("/register"),
        await stranger.send("/register", { name: "<i>", password: PASSWORD }),
        await stranger.get("/settings"),
        await ada.get("/settings"),
        await ada.get("/logout"),
        await ada.get("/plans"),
        await ada.get("/plans/editor"),
        await ada.get("/plans/editor/members?dimension=region&find=north"),
        await ada.get("/plans/editor/members?dimension=region&member=North"),
        await ada.get("/plans/editor/model"),
        await ada.send("/plans/editor/model", {
          "dataset.currency": '"><b>',
          "dataset.label": "",
          views: "</textarea>",
        }),
      ];
      const late = await signedIn(server, "root");
      await late.get("/plans/editor/model");
      await ada.get("/plans/editor/model");
      await ada.send("/plans/editor/model", { "dataset.label": "<i>", views: "[]" });
      pages.push(await late.send("/plans/editor/model", { "dataset.label": '">' }));
      assert.equal(pages.at(-1)!.status, 409);
      pages.push(await late.get("/plans/editor/model"));
      pages.push(await late.get("/collections/editor"));
      pages.push(
        await late.send("/collections/editor", { name: '">', label: "", datasets: "</textarea>", tag: "<b>" }),
      );
      await late.get("/collections/editor");
      await late.send("/collections/editor", { name: "towns", label: "<b>", datasets: "town" });
      pages.push(await late.get("/collections/editor/towns"));
      pages.push(await late.send("/collections/editor/towns", { change: "drop", confirmation: '">' }));
      await late.get("/shapes/editor");
      pages.push(await late.send("/shapes/editor", { change: "check", name: '">', label: "<b>", id: "" }));
      for (const page of pages) {
        assert.ok(isPage(page), `${page.status}`);
        assert.deepEqual(await errorsOf(page.text), []);
      }
    } finally {
      await server.stop();
    }
  });
});
