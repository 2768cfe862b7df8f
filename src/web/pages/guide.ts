import type { Page } from "./parts/page.js";
import { type GuidePage, showGuide } from "../../calls/views/pages/guide.js";
import { curlOf } from "./parts/data-links.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageReader } from "./parts/reader.js";

/** The page of example calls. */
export const GUIDE = {
  path: "/api",
  formats: ["html"],
  about: {
    id: "showGuide",
    tag: "Pages",
    summary: "Show example calls for the datasets of this server",
    details: "A page with calls to copy, made for the datasets that the reader may see.",
    samples: ["/api"],
  },
  call: (context, { actor, origin }) => showGuide(context, actor, origin),
  drawings: { guide: guidePage },
} as const satisfies Page<GuidePage>;

export function guidePage(page: GuidePage, reader: PageReader): LayoutContent {
  const { origin, examples, datasets } = page;
  const main = html`<p class="lead">
      Programs can read everything on these pages as JSON and CSV, without a key. Totals are exact, and no answer is cut
      off silently.
    </p>
    <p>
      The <a href="${reader.href("/openapi.json")}" data-plain="">OpenAPI document</a> describes every call, parameter,
      answer and error.
    </p>
    ${
      examples.length === 0
        ? html`<p class="note">No dataset is published here yet, so there are no examples.</p>`
        : html`<section aria-labelledby="examples">
              <h2 id="examples">Examples</h2>
              <p>These calls read the dataset <bdi>${datasets[0]!.label}</bdi>.</p>
              <dl class="examples">
                ${examples.map(
                  ({ title, path }) =>
                    html`<dt>${title}</dt>
                      <dd>
                        <code>${curlOf(origin + path)}</code>
                        <a href="${reader.href(path)}" data-plain="">Run it</a>
                      </dd> `,
                )}
              </dl>
            </section>
            ${tryIt(page, reader)}`
    }`;
  return { title: "API for programs", crumbs: [], main, data: [] };
}

/** Write a form for the aggregate call, which most programs use. */
function tryIt({ datasets, dimensions }: GuidePage, reader: PageReader): Html {
  return html`<section aria-labelledby="try">
    <h2 id="try">Try the aggregate call</h2>
    <form class="bar-form" action="${reader.href("/api/2/aggregate")}" data-plain="">
      <span
        ><label for="dataset">dataset</label>
        <select id="dataset" name="dataset">
          ${datasets.map(({ name }) => html`<option>${name}</option>`)}
        </select></span
      >
      <span
        ><label for="drilldown">drilldown</label>
        <input id="drilldown" name="drilldown" value="year" list="dimensions" />
        <datalist id="dimensions">${dimensions.map((name) => html`<option value="${name}"></option>`)}</datalist></span
      >
      <span><label for="cut">cut</label> <input id="cut" name="cut" placeholder="dimension:value" /></span>
      <span><label for="order">order</label> <input id="order" name="order" placeholder="amount:desc" /></span>
      <span
        ><label for="format">format</label>
        <select id="format" name="format">
          <option>json</option>
          <option>csv</option>
          <option>ndjson</option>
        </select></span
      >
      <input type="hidden" name="pretty" value="true" />
      <button>Send</button>
    </form>
  </section>`;
}
