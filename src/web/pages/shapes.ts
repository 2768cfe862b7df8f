import { listLayers, type ShapesPage } from "../../calls/views/resources/shapes.js";
import { arrayOf, COUNT_SCHEMA, object, orNull, TEXT, TIME } from "../../calls/schema.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import { linkText } from "./parts/linked-text.js";
import type { Page } from "./parts/page.js";
import type { PageReader } from "./parts/reader.js";

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
export function shapesPage(page: ShapesPage, reader: PageReader): LayoutContent {
  return {
    title: "Shapes for maps",
    crumbs: [],
    main:
      page.layers.length === 0
        ? html`<p class="note">There are no shapes here yet: <code>spendcube shapes add</code> adds them.</p>`
        : listOf(page, reader),
    data: [resourceLink("The list of shapes", page)],
    alternates: alternatesOf(page),
  };
}

function listOf({ layers }: ShapesPage, reader: PageReader): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Shapes">
    <table>
      <caption class="hidden">
        Shapes for maps
      </caption>
      <thead>
        <tr>
          <th scope="col">Shapes</th>
          <th scope="col" class="number">Number</th>
          <th scope="col">Taxonomy</th>
          <th scope="col">Licence</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        ${layers.map(
          ({ name, label, numShapes, taxonomy, licence, source }) =>
            html`<tr>
              <th scope="row"><bdi>${label}</bdi> <small>${name}</small></th>
              <td class="number">${reader.numbers.count(numShapes)}</td>
              <td>${taxonomy ?? "by their ids"}</td>
              <td dir="auto">${licence ?? "not said"}</td>
              <td>${source === null ? "not said" : linkText(source)}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}
