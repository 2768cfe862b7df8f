import type { Page } from "./parts/page.js";
import { type GuidePage, showGuide } from "../../calls/views/pages/guide.js";
import { curlOf } from "./parts/data-links.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageLocale } from "./parts/page-locale.js";

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

export function guidePage(page: GuidePage, locale: PageLocale): LayoutContent {
  const { origin, examples, datasets } = page;
  const { guide } = locale.words;
  const toDocument = (inner: Html): Html => html`<a href="${locale.href("/openapi.json")}" data-plain="">${inner}</a>`;
  const main = html`<p class="lead">${guide.lead}</p>
    <p>${locale.fillHtml(guide.document, { link: toDocument })}</p>
    ${
      examples.length === 0
        ? html`<p class="note">${guide.none}</p>`
        : html`<section aria-labelledby="examples">
              <h2 id="examples">${guide.examples}</h2>
              <p>${locale.fillHtml(guide.reads, { dataset: html`<bdi>${datasets[0]!.label}</bdi>` })}</p>
              <dl class="examples">
                ${examples.map(
                  ({ call, dimension, path }) =>
                    html`<dt>${locale.fillHtml(guide.calls[call], { dimension: html`<code>${dimension}</code>` })}</dt>
                      <dd>
                        <code>${curlOf(origin + path)}</code>
                        <a href="${locale.href(path)}" data-plain="">${guide.run}</a>
                      </dd> `,
                )}
              </dl>
            </section>
            ${tryIt(page, locale)}`
    }`;
  return { title: guide.title, crumbs: [], main, data: [] };
}

/** Write a form for the aggregate call, which most programs use. */
function tryIt({ datasets, dimensions }: GuidePage, locale: PageLocale): Html {
  const { guide } = locale.words;
  return html`<section aria-labelledby="try">
    <h2 id="try">${guide.try}</h2>
    <form class="bar-form" action="${locale.href("/api/2/aggregate")}" data-plain="">
      <span
        ><label for="dataset"><code>dataset</code></label>
        <select id="dataset" name="dataset">
          ${datasets.map(({ name, label }) => html`<option value="${name}">${label}</option>`)}
        </select></span
      >
      <span
        ><label for="drilldown"><code>drilldown</code></label>
        <input id="drilldown" name="drilldown" value="year" list="dimensions" />
        <datalist id="dimensions">${dimensions.map((name) => html`<option value="${name}"></option>`)}</datalist></span
      >
      <span
        ><label for="cut"><code>cut</code></label> <input id="cut" name="cut" placeholder="${guide.cutHint}"
      /></span>
      <span
        ><label for="order"><code>order</code></label> <input id="order" name="order" placeholder="${guide.orderHint}"
      /></span>
      <span
        ><label for="format"><code>format</code></label>
        <select id="format" name="format">
          <option value="json">JSON</option>
          <option value="csv">CSV</option>
          <option value="ndjson">NDJSON</option>
        </select></span
      >
      <input type="hidden" name="pretty" value="true" />
      <button>${guide.send}</button>
    </form>
  </section>`;
}
