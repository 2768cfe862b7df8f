import { questionsOfCharts } from "./leak-charts.js";
import { FEATURES } from "#src/features/features.js";
import type { LeakRow } from "#src/web/http/routes/leak-row.js";
import { READING_PAGES } from "#src/web/pages/render.js";
import { questionsOfEditors } from "./leak-editors.js";
import { questionsOfFiles } from "./leak-files.js";
import { questionsOfVersions } from "./leak-versions.js";

/** The name of a private dataset. */
export const SECRET = "secret-plans";
/** A public dataset with a dimension, `zone`, that goes through the private one. */
export const CROSSED = "crossed";
/** An entry of it. */
export const ENTRY = "e".padStart(40, "0");

/** Every route. A new one needs an entry here that says where a private dataset might show. */
export const MATRIX: Readonly<Record<string, LeakRow>> = {
  ...ofPages(),
  "GET /static/{file}": { open: ["/static/style.css", `/static/${SECRET}`] },
  "GET /search": {
    open: [
      "/search",
      "/search?q=hidden",
      "/search?q=hiddne",
      "/search?q=secret",
      "/search?q=6543.21",
      "/search?q=hidden&dataset=town",
      "/search?q=*:*&page=2",
      "/search?q=x&category=other",
      "/search?q=x&dataset=secret-plan",
      "/search.atom",
      "/search.atom?q=hidden",
    ],
    named: [
      `/search.atom?q=hidden&dataset=${SECRET}`,
      `/search?q=hidden&dataset=${SECRET}`,
      `/search?q=*:*&dataset=${SECRET}`,
    ],
    wrong: [`/search?q=(&dataset=${SECRET}`],
  },
  ...questionsOfCharts(SECRET, CROSSED),
  "GET /collections": { open: ["/collections", "/collections.json"] },
  "GET /api/2/aggregate": {
    open: [
      "/api/2/aggregate",
      "/api/2/aggregate?dataset=town&drilldown=region|cofog1",
      "/api/2/aggregate?dataset=town&cut=region:Hidden%20valley",
      "/api/2/aggregate?dataset=secret-plan",
      "/api/2/aggregate?dataset=town&against=dataset:secret-plan",
      "/api/2/aggregate?dataset=Secret-Plans",
      "/api/2/aggregate?dataset=town|secret-plan",
      `/api/2/aggregate?dataset=${CROSSED}&drilldown=zone`,
      `/api/2/aggregate?dataset=${CROSSED}&drilldown=region|zone.label&cut=zone:hidden-code`,
      `/api/2/aggregate?dataset=${CROSSED}&q=zone:hidden-code`,
    ],
    named: [
      `/api/2/aggregate?dataset=${SECRET}|town&drilldown=dataset&measure=num_entries`,
      `/api/2/aggregate?dataset=town&dataset=${SECRET}&measure=num_entries`,
      `/api/2/aggregate?dataset=${SECRET}&drilldown=cofog1&measure=amount.avg|amount.share&against=region:*`,
      `/api/2/aggregate?dataset=${SECRET}`,
      `/api/2/aggregate?dataset=${SECRET}@1`,
      `/api/2/aggregate?dataset=${SECRET}&explain=true`,
      `/api/2/aggregate?dataset=${SECRET}&drilldown=region|cofog1|time&pretty=true`,
      `/api/2/aggregate?dataset=${SECRET}&drilldown=invoice&cut=region:Hidden%20valley`,
    ],
    wrong: [
      `/api/2/aggregate?dataset=${SECRET}@9`,
      `/api/2/aggregate?dataset=${SECRET}@2001-01-01`,
      `/api/2/aggregate?dataset=town&against=dataset:${SECRET}@1`,
      // Its currency is another.
      `/api/2/aggregate?dataset=town&drilldown=region&against=dataset:${SECRET}`,
      `/api/2/aggregate?dataset=${SECRET}&measure=nothing&cut=regio:x&order=x`,
      `/api/2/aggregate?dataset=${SECRET}&format=xml`,
      `/api/2/aggregate?dataset=${SECRET}&pagesize=-1`,
      `/api/2/aggregate?dataset=${SECRET}&callback=1`,
    ],
  },
  "GET /api/2/search": {
    open: [
      "/api/2/search",
      "/api/2/search?q=hidden",
      "/api/2/search?q=dataset:secret-plans",
      "/api/2/search?q=*:*&facet_field=dataset|region|cofog1&stats=true",
      "/api/2/search?q=region:%22Hidden%20valley%22%20OR%20NOT%20x&highlight=true",
      "/api/2/search?filter=region:Hidden%20valley",
      `/api/2/search?q=id:${ENTRY}`,
      "/api/2/search?category=any&order=amount:desc",
      "/api/2/search?category=other",
      "/api/2/search?dataset=secret-plan",
      "/api/2/search?dataset=town|secret-plan",
      `/api/2/search?dataset=${CROSSED}&facet_field=zone`,
      `/api/2/search?dataset=${CROSSED}&q=hidden&filter=zone:hidden-code`,
    ],
    named: [
      `/api/2/search?dataset=${SECRET}`,
      `/api/2/search?dataset=town|${SECRET}&q=hidden&highlight=true`,
      `/api/2/search?dataset=${SECRET}&facet_field=region&expand_facet_dimensions=1&stats=true&pagesize=0`,
    ],
    wrong: [
      `/api/2/search?dataset=${SECRET}&order=nothing:asc&facet_field=regio&filter=regio:x`,
      `/api/2/search?dataset=${SECRET}&q=(`,
      `/api/2/search?dataset=${SECRET}&format=xml`,
    ],
  },
  "GET /api/2/suggest": {
    open: [
      "/api/2/suggest?q=hidden",
      "/api/2/suggest?q=hiddne",
      "/api/2/suggest?q=secret",
      "/api/2/suggest?q=hid&category=other",
      "/api/2/suggest?q=hid&dataset=secret-plan",
      `/api/2/suggest?q=hid&dataset=${CROSSED}`,
    ],
    named: [`/api/2/suggest?q=hid&dataset=${SECRET}`, `/api/2/suggest?q=hiddne&dataset=${SECRET}|town`],
    wrong: [
      `/api/2/suggest?q=hid&dataset=${SECRET}&pagesize=x`,
      `/api/2/suggest?dataset=${SECRET}&q=${"x".repeat(201)}`,
    ],
  },
  ...Object.assign({}, ...FEATURES.map(({ leakRows }) => leakRows(SECRET, CROSSED))),
  "GET /api/2/permissions": {
    open: [
      "/api/2/permissions",
      "/api/2/permissions?dataset=town",
      "/api/2/permissions?dataset=secret-plan",
      `/api/2/permissions?dataset=town&dataset=${SECRET}`,
    ],
    answered: [`/api/2/permissions?dataset=${SECRET}`, `/api/2/permissions?dataset=${SECRET}&pretty=true`],
  },
  "GET /healthz": { open: ["/healthz"], now: true },
  "GET /readyz": { open: ["/readyz"], now: true },
  "GET /llms.txt": { open: ["/llms.txt"] },
  "GET /robots.txt": { open: ["/robots.txt"] },
  "GET /favicon.ico": { open: ["/favicon.ico"] },
  "GET /.well-known/security.txt": { open: ["/.well-known/security.txt"] },
  "GET /shapes": { open: ["/shapes", "/shapes.json"] },
  "GET /openapi": { open: ["/openapi", "/openapi.json"] },
  "GET /login": { open: ["/login", `/login?next=/${SECRET}`] },
  "POST /login": { open: [] },
  "GET /logout": { open: ["/logout"] },
  "POST /logout": { open: [] },
  "GET /register": { open: ["/register"] },
  "POST /register": { open: [] },
  "GET /settings": { open: ["/settings"] },
  "POST /settings/key": { open: ["/settings/key"] },
  "POST /settings/language": { open: ["/settings/language"] },
  "POST /settings/password": { open: ["/settings/password"] },
  "GET /dashboard": { open: ["/dashboard", "/dashboard?page=2"] },
  "GET /datasets/new": { open: ["/datasets/new"] },
  "POST /datasets/new": { open: [] },
  "GET /datasets/new/{draft}": { open: [`/datasets/new/${SECRET}`] },
  "POST /datasets/new/{draft}": { open: [] },
  ...questionsOfEditors(SECRET),
  "GET /datasets": {
    open: [
      "/datasets",
      "/datasets.json",
      "/datasets.csv",
      "/datasets.rss",
      "/datasets.atom",
      "/datasets.jsonld",
      "/datasets.ttl",
      "/datasets.html",
      "/datasets.json?territories=AQ",
      "/datasets.json?languages=zu",
      "/datasets.json?category=other",
      "/datasets.json?category=any",
      "/datasets.json?territories=GB&territories=AQ",
    ],
  },
  "POST /api/2/new": {
    open: [`/api/2/new?csv_file=http://x.invalid/${SECRET}.csv`, `/api/2/new?dataset=${SECRET}`],
  },
  "GET /{dataset}": {
    open: ["/town", "/town.json", "/secret-plan", "/secret-plan.json", "/SECRET-PLANS.json", "/secret-plans2"],
    named: [`/${SECRET}`, `/${SECRET}.json`, `/${SECRET}/`],
    wrong: [`/${SECRET}.csv`, `/${SECRET}.rss`],
  },
  "GET /{dataset}/dimensions": {
    open: [`/${CROSSED}/dimensions.json`, "/town/dimensions", "/secret-plan/dimensions.json"],
    named: [`/${SECRET}/dimensions`, `/${SECRET}/dimensions.json`],
    wrong: [`/${SECRET}/dimensions.csv`],
  },
  "GET /{dataset}/sources": {
    open: ["/town/sources", "/town/sources.json", "/secret-plan/sources.json"],
    named: [`/${SECRET}/sources`, `/${SECRET}/sources.json`],
    wrong: [`/${SECRET}/sources.csv`],
  },
  "GET /{dataset}/sources/{source}": {
    open: ["/town/sources/1.json", "/town/sources/7", "/secret-plan/sources/1.json"],
    named: [`/${SECRET}/sources/1`, `/${SECRET}/sources/1.json`],
    wrong: [`/${SECRET}/sources/9.json`, `/${SECRET}/sources/1.csv`],
  },
  "GET /{dataset}/sources/{source}/runs": {
    open: ["/town/sources/1/runs.json", "/secret-plan/sources/1/runs.json"],
    named: [`/${SECRET}/sources/1/runs`, `/${SECRET}/sources/1/runs.json`],
    wrong: [`/${SECRET}/sources/9/runs.json`, `/${SECRET}/sources/1/runs.csv`],
  },
  "GET /{dataset}/sources/{source}/runs/{run}": {
    open: ["/town/sources/1/runs/1.json", "/secret-plan/sources/1/runs/1.json"],
    named: [`/${SECRET}/sources/1/runs/1`, `/${SECRET}/sources/1/runs/1.json`],
    wrong: [`/${SECRET}/sources/1/runs/99.json`, `/${SECRET}/sources/1/runs/1.rss`],
  },
  "DELETE /{dataset}/sources/{source}/runs/{run}": {
    open: ["/town/sources/7/runs/99", "/secret-plan/sources/1/runs/99"],
    deleted: [`/${SECRET}/sources/1/runs/99`, `/${SECRET}/sources/9/runs/1`],
  },
  "POST /{dataset}/sources/{source}/runs/{run}": {
    open: [],
    named: [`/${SECRET}/sources/1/runs/1`],
  },
  "POST /{dataset}/sources/{source}/reload": {
    open: ["/town/sources/7/reload", "/secret-plan/sources/1/reload"],
    posted: [`/${SECRET}/sources/9/reload`, `/${SECRET}/sources/9/reload?wait=true`],
  },
  "POST /{dataset}/sources/{source}/remove": {
    open: ["/town/sources/7/remove", "/secret-plan/sources/1/remove"],
    posted: [`/${SECRET}/sources/9/remove`, `/${SECRET}/sources/9/remove?wait=maybe`],
  },
  "GET /{dataset}/entries": {
    open: [
      `/${CROSSED}/entries`,
      "/town/entries",
      "/town/entries.json",
      "/secret-plan/entries",
      "/secret-plan/entries.csv",
      "/town/entries.atom?q=hidden",
    ],
    named: [`/${SECRET}/entries.atom`, `/${SECRET}/entries`, `/${SECRET}/entries.html?pagesize=1`],
    wrong: [`/${SECRET}/entries?page=x`, `/${SECRET}/entries.rss`],
  },
  "GET /{dataset}/entries/{id}": {
    open: [`/town/entries/${ENTRY}`, `/town/entries/${ENTRY}.csv`, `/secret-plan/entries/${ENTRY}.json`],
    named: [`/${SECRET}/entries/${ENTRY}`, `/${SECRET}/entries/${ENTRY}.json`, `/${SECRET}/entries/${ENTRY}.csv`],
    wrong: [`/${SECRET}/entries/${"0".repeat(40)}.json`, `/${SECRET}/entries/${ENTRY}.rss`],
  },
  ...questionsOfVersions(SECRET),
  "GET /{dataset}/{dimension}": {
    open: [`/${CROSSED}/zone`, `/${CROSSED}/zone.json`, "/town/region.json", "/town/hidden", "/secret-plan/region"],
    named: [`/${SECRET}/region`, `/${SECRET}/cofog1.json`, `/${SECRET}/time`],
    wrong: [`/${SECRET}/regio.json`, `/${SECRET}/region.csv`],
  },
  "GET /{dataset}/{dimension}.distinct": {
    open: [
      `/${CROSSED}/zone.distinct`,
      "/town/region.distinct",
      "/town/region.distinct.json?q=Hidden",
      "/secret-plan/region.distinct",
    ],
    named: [`/${SECRET}/region.distinct`, `/${SECRET}/cofog1.distinct.json?q=hidden&pagesize=1`],
    wrong: [`/${SECRET}/regio.distinct`, `/${SECRET}/region.distinct?page=x`, `/${SECRET}/region.distinct.csv`],
  },
  "GET /{dataset}/{dimension}/{name}": {
    open: [
      `/${CROSSED}/zone/hidden-code.json`,
      "/town/region/Hidden%20valley",
      "/town/region/Hidden%20valley.json",
      `/${CROSSED}/region/really.json`,
      "/secret-plan/region/North.json",
    ],
    named: [
      `/${SECRET}/region/Hidden%20valley`,
      `/${SECRET}/region/Hidden%20valley.json`,
      `/${SECRET}/region/Hidden%20valley.csv`,
      `/${SECRET}/cofog1/hidden-code.json`,
      `/${SECRET}/region/really.json`,
    ],
    wrong: [`/${SECRET}/region/North.json`, `/${SECRET}/regio/North`, `/${SECRET}/region/Hidden%20valley.rss`],
  },
  "GET /{dataset}/{dimension}/{name}/entries": {
    open: ["/town/region/North/entries.json", "/town/region/Hidden%20valley/entries", "/secret-plan/region/x/entries"],
    named: [
      `/${SECRET}/region/Hidden%20valley/entries`,
      `/${SECRET}/region/Hidden%20valley/entries.atom`,
      `/${SECRET}/region/Hidden%20valley/entries.html?page=2`,
    ],
    wrong: [`/${SECRET}/region/North/entries`, `/${SECRET}/regio/North/entries.json`],
  },
  "GET /{dataset}/model": {
    open: [`/${CROSSED}/model`, "/town/model", "/town/model.json", "/secret-plan/model.json"],
    named: [`/${SECRET}/model`, `/${SECRET}/model.json`],
    wrong: [`/${SECRET}/model.csv`, `/${SECRET}/model.html`],
  },
  ...questionsOfFiles(SECRET, CROSSED),
};

/** Rows of pages that are about no dataset: they are asked what they are samples of. */
function ofPages(): Readonly<Record<string, LeakRow>> {
  const general = READING_PAGES.filter(({ path }) => !path.includes("{"));
  return Object.fromEntries(general.map(({ path, about }) => [`GET ${path}`, { open: about.samples }]));
}
