import { listLayers, type ShapesPage } from "../../calls/views/resources/shapes.js";
import { arrayOf, COUNT_SCHEMA, object, orNull, TEXT, TIME } from "../../calls/schema.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import { linkText } from "./parts/linked-text.js";
import type { Page } from "./parts/page.js";
import type { PageLocale } from "./parts/page-locale.js";

/** The page of the layers of shapes. */
export const SHAPES_PAGE = {
  path: "/shapes",
  formats: ["html", "json"],
  about: {
    id: "listShapes",
    tag: "Resources",
    summary: "List the shapes of places that maps are drawn from",
    details:
      "For each: its name and label, the taxonomy of the dimensions that it fits, its licence and source, the property of the file that its ids are from, and the number of shapes.",
    json: arrayOf(
      object({
        name: TEXT,
        label: TEXT,
        taxonomy: orNull(TEXT),
        licence: orNull(TEXT),
        source: orNull(TEXT),
        id: TEXT,
        num_shapes: COUNT_SCHEMA,
        added: TIME,
      }),
    ),
    samples: ["/shapes"],
    isOfNow: true,
  },
  call: (context, { origin }) => listLayers(context, origin),
  drawings: { shapes: shapesPage },
} as const satisfies Page<ShapesPage>;

/** Show the layers of shapes, with whom to credit. */
export function shapesPage(page: ShapesPage, locale: PageLocale): LayoutContent {
  const { shapes } = locale.words;
  return {
    title: shapes.title,
    crumbs: [],
    main:
      page.layers.length === 0
        ? html`<p class="note">
            ${locale.fillHtml(shapes.none, { command: html`<code>spendcube shapes add</code>` })}
          </p>`
        : listOf(page, locale),
    data: [resourceLink(shapes.data, page)],
    alternates: alternatesOf(page),
  };
}

function listOf({ layers }: ShapesPage, locale: PageLocale): Html {
  const { shapes } = locale.words;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${shapes.shapes}">
    <table>
      <caption class="hidden">
        ${shapes.title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${shapes.shapes}</th>
          <th scope="col" class="number">${shapes.number}</th>
          <th scope="col">${shapes.taxonomy}</th>
          <th scope="col">${shapes.licence}</th>
          <th scope="col">${shapes.source}</th>
        </tr>
      </thead>
      <tbody>
        ${layers.map(
          ({ name, label, numShapes, taxonomy, licence, source }) =>
            html`<tr>
              <th scope="row"><bdi>${label}</bdi> <small>${name}</small></th>
              <td class="number">${locale.numbers.count(numShapes)}</td>
              <td>${taxonomy ?? shapes.byIds}</td>
              <td dir="auto">${licence ?? shapes.notSaid}</td>
              <td>${source === null ? shapes.notSaid : linkText(source)}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}
