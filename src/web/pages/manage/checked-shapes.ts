import type { CheckedShapes } from "../../../calls/publishing/manage/shapes-editor.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showError } from "../parts/show-error.js";

/** Show what shapes would be, with the button that keeps them. */
export function showChecked(
  locale: PageLocale,
  { key, layer, size, maxSize, warnings, replaced, fitting }: CheckedShapes,
  { action, token }: { readonly action: string; readonly token: string },
): Html {
  const { words, fill, numbers } = locale;
  const { shapes } = words;
  const { editor } = shapes;
  const kilobytes = (bytes: number): string => numbers.count(Math.ceil(bytes / 1000));
  return html`<section aria-labelledby="checked">
    <h2 id="checked">${fill(editor.checked, { label: layer.label })}</h2>
    ${warnings.map((each) => html`<p class="note" dir="auto">${showError(locale, each)}</p> `)}
    <svg
      class="chart map"
      viewBox="0 0 ${layer.width} ${layer.height}"
      width="240"
      role="img"
      aria-label="${layer.label}"
    >
      ${layer.shapes.map(({ path }) => html`<path d="${path}" fill="#8b8f94" fill-rule="evenodd" stroke="#ffffff" />`)}
    </svg>
    <dl>
      <dt>${shapes.number}</dt>
      <dd>${numbers.count(layer.shapes.length)}</dd>
      <dt>${editor.size}</dt>
      <dd>${fill(editor.sizeOf, { shown: kilobytes(size), all: kilobytes(maxSize) })}</dd>
      <dt>${editor.fitting}</dt>
      ${
        fitting.length === 0
          ? html`<dd>${editor.fitsNone}</dd>`
          : fitting.map(
              ({ dataset, dimension, numKnown, numMembers }) =>
                html`<dd dir="auto">
                  ${locale.fillHtml(editor.fits, {
                    dimension: html`<bdi>${dimension}</bdi>`,
                    dataset: html`<bdi>${dataset}</bdi>`,
                    shown: numbers.count(numKnown),
                    all: numbers.count(numMembers),
                  })}
                </dd> `,
            )
      }
    </dl>
    <form method="post" action="${action}">
      ${tokenField(token)} <input type="hidden" name="change" value="save" />
      <input type="hidden" name="checked" value="${key}" />
      <p><button>${replaced === null ? editor.add : editor.replace}</button></p>
    </form>
  </section>`;
}
