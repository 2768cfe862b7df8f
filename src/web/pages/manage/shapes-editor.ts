import {
  type CheckedShapes,
  SHAPES_EDITOR,
  type ShapesError,
  type TypedShapes,
} from "../../../calls/publishing/manage/shapes-editor.js";
import type { LayerFacts } from "../../../core/model/shape-layer.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { screenContent } from "../parts/screen.js";
import { dropSection, type RefusedDrop } from "./drop-section.js";
import { showChecked } from "./checked-shapes.js";
import { shapesForm } from "./shapes-form.js";

/** The page on which administrators see all shapes and add some, or replace and drop those of one layer. */
export interface ShapesEditorPage {
  readonly kind: "shapes editor";
  readonly origin: string;
  readonly token: string;
  readonly layers: readonly LayerFacts[];
  /** The layer that the page is of; `null` for the page of all. */
  readonly layer: LayerFacts | null;
  readonly typed: TypedShapes | null;
  readonly errors: readonly ShapesError[];
  /** Shapes that wait for confirmation. */
  readonly checked: CheckedShapes | null;
  readonly refusedDrop: RefusedDrop | null;
}

/** Draw the page of all shapes, or of one layer. */
export function shapesEditorPage(page: ShapesEditorPage, locale: PageLocale): LayoutContent {
  const { words, fill, href } = locale;
  const { editor } = words.shapes;
  const { origin, layer, token, typed, errors, checked, refusedDrop } = page;
  const action = href(layer ? `${origin}${SHAPES_EDITOR}/${layer.name}` : origin + SHAPES_EDITOR);
  const form = shapesForm(locale, { action: `${action}#add`, token, isNew: layer === null, typed, errors });
  return screenContent(locale, {
    title: layer ? fill(editor.change, { label: layer.label }) : editor.title,
    crumbs: [
      { label: words.shapes.title, url: "/shapes" },
      ...(layer ? [{ label: editor.title, url: SHAPES_EDITOR }] : []),
    ],
    errors: [],
    main: html`${layer ? null : listOf(page, locale)} ${checked && showChecked(locale, checked, { action, token })}
      <section aria-labelledby="add">
        <h2 id="add">${layer ? editor.replace : editor.add}</h2>
        <p class="note">${editor.later}</p>
        ${form}
      </section>
      ${layer && dropSection(locale, { action, token, refused: refusedDrop, title: editor.drop, remark: editor.bars, confirm: fill(editor.confirm, { name: layer.name }) })}`,
  });
}

function listOf({ layers, origin }: ShapesEditorPage, { words, href, numbers }: PageLocale): Html {
  const { title, editor } = words.shapes;
  const row = ({ name, label, numShapes }: LayerFacts): Html =>
    html`<li>
      <a href="${href(`${origin}${SHAPES_EDITOR}/${name}`)}" data-plain="" dir="auto">${label}</a>
      (${numbers.count(numShapes)})
    </li> `;
  return html`<section aria-labelledby="existing">
    <h2 id="existing">${title}</h2>
    ${
      layers.length === 0
        ? html`<p>${editor.none}</p>`
        : html`<ul>
            ${layers.map(row)}
          </ul>`
    }
  </section>`;
}
