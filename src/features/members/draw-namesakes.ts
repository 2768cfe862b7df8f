import { addMembersUp, type NamedSums } from "../../calls/reading/members/sum-namesakes.js";
import { decimalText } from "../../core/model/values/decimal.js";
import { alternatesOf, resourceLink } from "../../web/pages/parts/alternates.js";
import { datasetsCrumb } from "../../web/pages/parts/crumbs.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import type { LayoutContent } from "../../web/pages/parts/layout.js";
import type { PageLocale } from "../../web/pages/parts/page-locale.js";
import { table } from "../../web/pages/parts/table.js";
import type { NamesakesPage } from "./namesakes.js";

/** Draw the page of a member over datasets: in which it is, and what it comes to there by year. */
export function namesakesPage(page: NamesakesPage, locale: PageLocale): LayoutContent {
  const { described, sums } = page;
  const { label, names, taxonomy, num_entries: numEntries, html_url: url } = described;
  const { count } = locale.numbers;
  const numDatasets = new Set(sums.map(({ dataset }) => dataset.model.dataset.name)).size;
  const inDatasets = numDatasets === 1 ? "1 dataset" : `${count(numDatasets)} datasets`;
  const entries = numEntries === 1 ? "1 entry" : `${count(numEntries)} entries`;
  return {
    title: label,
    summary: `${label}: ${entries} in ${inDatasets}`,
    canonical: url,
    crumbs: [datasetsCrumb(locale)],
    hero: html`<p class="lead">${entries} in ${inDatasets}</p>
      <p class="note">
        Members of <bdi>${taxonomy}</bdi> with the same name, regardless of case and accents. Their amounts are never
        added up over datasets, which may contain one another.
      </p>`,
    main: html`${names.length < 2 ? null : listNames(page)} ${sums.map((each, at) => drawSums(locale, page, each, at))}`,
    data: [resourceLink("Amounts by dataset and year", page)],
    alternates: alternatesOf(page),
  };
}

function listNames({ described }: NamesakesPage): Html {
  return html`<section aria-labelledby="names">
    <h2 id="names">Names</h2>
    <ul>
      ${described.names.map(
        ({ name, label, datasets }) =>
          html`<li>
            <bdi>${label}</bdi>${name === label ? null : html` (<bdi>${name}</bdi>)`}
            <small>${datasets.join(", ")}</small>
          </li> `,
      )}
    </ul>
  </section>`;
}

function drawSums(locale: PageLocale, { described }: NamesakesPage, sums: NamedSums, at: number): Html {
  const { html_url: url, label, currency, dimension, members } = described.datasets[at]!;
  const { measures, apart } = sums;
  const { count, money } = locale.numbers;
  const { exact } = money(currency);
  const rows = addMembersUp(sums.rows).map(
    ({ year, apart: values, sums: amounts, numEntries }) =>
      html`<tr>
        <th scope="row">${year ?? "no date"}</th>
        ${values.map((value) => html`<td><bdi>${value ?? "no value"}</bdi></td> `)}
        ${amounts.map((amount) => html`<td class="number">${exact(decimalText(amount))}</td> `)}
        <td class="number">${count(numEntries)}</td>
      </tr> `,
  );
  const heads = [
    "Year",
    ...apart.map((each) => each.label),
    ...measures.map((each) => ({ ofNumbers: each.label })),
    { ofNumbers: "Entries" },
  ];
  const together = sums.totals?.map((total) => exact(decimalText(total))).join(", ");
  return html`<section aria-labelledby="in-${String(at)}">
    <h2 id="in-${String(at)}">
      <a href="${locale.href(url)}"><bdi>${label}</bdi></a>
    </h2>
    <p class="facts">
      <bdi>${dimension.label}</bdi>:
      ${members.map(
        (each, place) =>
          html`${place === 0 ? "" : ", "}${each.html_url === null ? html`<bdi>${each.label}</bdi>` : html`<a href="${locale.href(each.html_url)}"><bdi>${each.label}</bdi></a>`}`,
      )}${together === undefined || together === "" ? null : `. Together: ${together}`}
    </p>
    ${table(label, heads, rows)}
  </section>`;
}
