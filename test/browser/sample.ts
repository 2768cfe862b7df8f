import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addShapes } from "#src/calls/publishing/manage/add-shapes.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { shapeDrawerHere } from "#src/sources/shapes/shape-drawer.js";
import type { Dataset } from "#src/store/dataset.js";
import { ShapeFolder } from "#src/store/shape-folder.js";
import { type Row, SPENDING, spendingDataset } from "../fixtures.js";
import { MANY_PLACES, writeShapeFile } from "../many-places.js";

/** Texts that break pages without escaping or without space for long words. */
const HOSTILE = [
  "<script>document.title='broken'</script>",
  '"><img src="https://elsewhere.example/x" onerror="document.title=\'broken\'">',
  "</textarea></select></title><h1>broken",
  "javascript:alert(1)",
  "\u202eturned around",
  "שלום עולם",
  "財務省 予算",
  "a".repeat(300),
  "word ".repeat(80).trim(),
  "'; DROP TABLE entries; --",
  "&lt;b&gt; & ]]>",
  "#",
  "?a=b&c",
  "100%",
];

/**
 * A dataset with years, negative amounts, members with and without colours, hostile texts, and one with directions,
 * phases, notes and a hierarchy.
 */
export function sampleDatasets(): readonly Dataset[] {
  const views = [
    { name: "default", label: "By function", dimension: "dataset", drilldown: "cofog1", cuts: {} },
    { name: "region", label: "By region", dimension: "dataset", drilldown: "region", cuts: {} },
  ];
  const metadata = {
    ...SPENDING.dataset,
    default_time: "2009",
    licence: { name: "Open", url: "https://open.example/" },
  };
  const { model } = parseModel({ ...SPENDING, dataset: metadata, views });
  const hostile = parseModel({
    ...SPENDING,
    dataset: { name: "hostile", label: HOSTILE[0]!, description: HOSTILE[1]!, currency: "EUR", languages: ["en"] },
    mapping: {
      ...SPENDING.mapping,
      region: { ...SPENDING.mapping.region, label: HOSTILE[2]!, description: HOSTILE[0]! },
    },
  }).model;
  const budget = parseModel({
    ...SPENDING,
    dataset: { ...metadata, name: "budget", label: "Town budget" },
    mapping: {
      ...SPENDING.mapping,
      side: {
        type: "derived",
        label: "Direction",
        from: "cofog1",
        values: { 0: "revenue", 1: "revenue", 2: "expenditure", 3: "expenditure", 4: "expenditure" },
        role: "direction",
      },
      stage: {
        type: "derived",
        label: "Phase",
        from: "rate",
        values: { 1: "approved", 2: "executed" },
        role: "phase",
        default: "executed",
      },
    },
    hierarchies: { functional: { label: "What for", levels: ["cofog1", "region"] } },
    notes: [
      { on: "year:2010", kind: "break", text: `New accounts. ${HOSTILE[0]!}` },
      { on: "side:revenue", kind: "provisional", text: `Estimates: ${HOSTILE[7]!}` },
    ],
  }).model;
  return [
    spendingDataset(ROWS, { model: budget, version: "budget" }),
    spendingDataset(ROWS, { model, version: "town" }),
    spendingDataset(
      HOSTILE.map((text, at) => ({
        id: `${at}`,
        paid: BigInt(100 + at * 37),
        region: text,
        code: `${at}`,
        function: text,
      })),
      { model: hostile, version: "hostile" },
    ),
    spendingDataset([], {
      model: { ...model, dataset: { ...model.dataset, name: "empty", label: "Nothing yet" }, views: [] },
      version: "empty",
    }),
  ];
}

/** The chart of each kind, by its name: addresses of the datasets above. */
export const SAMPLE_CHARTS = {
  treemap: "/town/explore?drilldown=cofog1&measure=planned&cut=time.year:2009&chart=treemap",
  bars: "/town/explore?drilldown=region|cofog1&chart=bars",
  line: "/town/explore?drilldown=cofog1&chart=line",
  stacked: "/town/explore?drilldown=region|year&chart=stacked",
  "stacked-share": "/town/explore?drilldown=region|year&measure=planned&chart=stacked-share",
  calendar: "/town/explore?drilldown=time.yearmonth&chart=calendar",
  "calendar of days": "/town/explore?drilldown=time&chart=calendar",
  multiples: "/town/explore?drilldown=region|cofog1&chart=multiples",
  dots: "/town/explore?drilldown=region&cut=year:2009&against=year:2008&chart=dots",
  icicle: "/town/explore?drilldown=cofog1|region&measure=planned&chart=icicle",
  map: "/town/explore?drilldown=region&cut=year:2009&chart=map",
  "map of changes": "/town/explore?drilldown=region&cut=year:2009&against=year:2008&chart=map",
  flow: "/town/explore?drilldown=region|cofog1&chart=flow",
  "flow of a budget": "/budget/explore?drilldown=cofog1|region&chart=flow",
  "flow of a plan": "/budget/explore?drilldown=region&cut=stage:executed&against=stage:approved&chart=flow",
} as const;

/** Shapes of the regions of the datasets above, of which the last ones have none. */
export async function sampleShapes(directory: string): Promise<ShapeFolder> {
  const places = MANY_PLACES.slice(0, 55).map((each, at) => ({ ...each, id: `Region ${at}`, label: `Region ${at}` }));
  const file = join(directory, "regions.json");
  await writeFile(file, writeShapeFile(places));
  const shapes = new ShapeFolder(directory);
  const facts = { name: "regions", label: "Regions", licence: null, source: null };
  await addShapes(shapes, file, { ...facts, taxonomy: "region", id: "code" }, shapeDrawerHere);
  return shapes;
}

/** Eighty rows of four years: enough for charts that omit members, and for several pages of entries. */
const ROWS: readonly Row[] = Array.from({ length: 80 }, (_, at) => ({
  id: `${at}`,
  paid: BigInt((at % 7 === 3 ? -1 : 1) * (at + 1) * 123_457),
  planned: BigInt(at * 1000),
  date: `20${String(8 + (at % 4)).padStart(2, "0")}-0${1 + (at % 9)}-11`,
  region: `Region ${at % 61}`,
  code: `${at % 5}`,
  function: `Function number ${at % 5}`,
  rate: at % 3 === 0 ? null : at % 3,
}));
