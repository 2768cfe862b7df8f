import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Catalog } from "#src/store/catalog.js";
import { plainFormat } from "../../reference/builder.js";
import { SPENDING } from "../../fixtures.js";
import { SIDE, editTexts, getJson, loadTown } from "../aggregate/derived-town.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

const get = (path: string): Promise<Body["json"]> => getJson(server, path);

const PHASE = { role: "phase", order: ["North", "South"], default: "South" };

describe("the meaning of a dimension", () => {
  it("is in its JSON and in the model, for dimensions of the file and derived ones", async () => {
    const region = { ...SPENDING.mapping.region, ...PHASE };
    const { name } = await loadTown(server, { region, side: { ...SIDE, role: "geography" } });
    const { role, order, additive, default: chosen } = await get(`/${name}/region.json`);
    assert.deepEqual({ role, order, additive, default: chosen }, { ...PHASE, additive: false });
    const side = await get(`/${name}/side.json`);
    assert.deepEqual(
      [side.role, "additive" in side, "order" in side, "default" in side],
      ["geography", false, false, false],
    );
    const model = await get(`/${name}/model.json`);
    assert.deepEqual(model.mapping.region, { ...region, label: "region" });
  });

  it("is edited without a load, and stays through loads and a restart", async () => {
    const { name, load } = await loadTown(server, {});
    const loaded = await get(`/${name}/region.json`);
    await editTexts(server, name, {
      "mapping.region.role": "phase",
      "mapping.region.order": "North\nSouth",
      "mapping.region.default": "South",
      "mapping.planned.phase": "approved",
    });
    const edited = await get(`/${name}/region.json`);
    assert.deepEqual(edited, { ...loaded, ...PHASE, additive: false });
    await load();
    assert.deepEqual(await get(`/${name}/region.json`), edited);
    assert.equal((await get(`/${name}/model.json`)).mapping.planned.phase, "approved");
    const opened = await Catalog.open(`${server.directory}/data`, plainFormat);
    assert.equal(opened.get(name)!.model.dimensions.find((each) => each.name === "region")!.meaning?.role, "phase");
    await editTexts(server, name, {
      "mapping.region.role": "",
      "mapping.region.order": "",
      "mapping.region.default": "",
    });
    assert.deepEqual(await get(`/${name}/region.json`), loaded);
  });
});

describe("the hierarchies of a model", () => {
  const HIERARCHIES = {
    places: { label: "Where", levels: ["side", "region"] },
    time: { levels: ["year", "time.yearmonth", "time"] },
  };
  const LEVELS = {
    side: [{ name: "places", level: "side", parent: null, child: "region" }],
    region: [{ name: "places", level: "region", parent: "side", child: null }],
    time: [
      { name: "time", level: "year", parent: null, child: "time.yearmonth" },
      { name: "time", level: "time.yearmonth", parent: "year", child: "time" },
      { name: "time", level: "time", parent: "time.yearmonth", child: null },
    ],
  };

  it("are in the model and in the JSON of each of their dimensions, and in no other", async () => {
    const { name, load } = await loadTown(server, { side: SIDE });
    assert.equal("hierarchies" in (await get(`/${name}/model.json`)), false);
    const before = (await get(`/${name}/dimensions.json`)) as readonly { name: keyof typeof LEVELS }[];
    await editTexts(server, name, { hierarchies: JSON.stringify(HIERARCHIES) });
    await load();
    assert.deepEqual((await get(`/${name}/model.json`)).hierarchies, HIERARCHIES);
    const after = before.map((each) => (each.name in LEVELS ? { ...each, hierarchies: LEVELS[each.name] } : each));
    assert.deepEqual(await get(`/${name}/dimensions.json`), after);
    assert.deepEqual((await get(`/${name}/region.json`)).hierarchies, LEVELS.region);
    const opened = await Catalog.open(`${server.directory}/data`, plainFormat);
    assert.deepEqual(
      opened.get(name)!.model.hierarchies.map((each) => each.label),
      ["Where", "time"],
    );
    await editTexts(server, name, { hierarchies: "" });
    assert.deepEqual(await get(`/${name}/dimensions.json`), before);
  });

  it("are refused with every error, also if an edit takes a level away", async () => {
    const { name } = await loadTown(server, { side: SIDE });
    const hierarchies = JSON.stringify({ a: { levels: ["sdie", "region"] }, b: { levels: ["amount", "region"] } });
    const errorsOf = async (texts: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const error = (await editTexts(server, name, texts).then(
        () => assert.fail("accepted"),
        (reason: unknown) => reason,
      )) as { errors?: readonly string[] };
      return (error.errors ?? [String(error)]).map((each) => each.split(": ", 1)[0]!);
    };
    assert.deepEqual(await errorsOf({ hierarchies }), ["hierarchies.a.levels[0]", "hierarchies.b.levels[0]"]);
    await editTexts(server, name, { hierarchies: JSON.stringify(HIERARCHIES) });
    assert.deepEqual(await errorsOf({ mapping: "" }), ["hierarchies.places.levels[0]"]);
  });
});

describe("the notes of a model", () => {
  const NOTES = [{ on: "year:2010", kind: "break", text: "Plans." }];

  it("are in the model, edited without a load, and stay through loads", async () => {
    const { name, load } = await loadTown(server, {});
    assert.equal("notes" in (await get(`/${name}/model.json`)), false);
    await editTexts(server, name, { notes: JSON.stringify(NOTES) });
    await load();
    assert.deepEqual((await get(`/${name}/model.json`)).notes, NOTES);
  });

  it("are refused with every error", async () => {
    const { name } = await loadTown(server, {});
    const notes = JSON.stringify([{ on: "yaer:2010", kind: "x" }]);
    await assert.rejects(editTexts(server, name, { notes }), (error: { errors?: readonly string[] }) => {
      assert.deepEqual(
        error.errors?.map((each) => each.split(": ", 1)[0]),
        ["notes[0].on", "notes[0].kind", "notes[0].text"],
      );
      return true;
    });
  });
});
