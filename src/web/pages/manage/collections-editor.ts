import { COLLECTIONS_EDITOR, type EditedCollection } from "../../../calls/publishing/manage/collection-editor.js";
import { datasetsCrumb } from "../parts/crumbs.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { screenContent } from "../parts/screen.js";
import { dropSection, type RefusedDrop } from "./drop-section.js";
import { collectionForm, type RefusedCollection } from "./collection-form.js";

/** The page on which administrators see all collections and add one. */
export interface CollectionsEditorPage {
  readonly kind: "collections editor";
  readonly origin: string;
  readonly token: string;
  readonly collections: readonly { readonly name: string; readonly label: string }[];
  readonly refused: RefusedCollection | null;
}

/** The page on which administrators change and drop a collection. */
export interface CollectionEditorPage {
  readonly kind: "collection editor";
  readonly origin: string;
  readonly token: string;
  readonly collection: EditedCollection;
  readonly refused: RefusedCollection | null;
  readonly refusedDrop: RefusedDrop | null;
}

/** List all collections, with a form for another. */
export function collectionsEditorPage(page: CollectionsEditorPage, locale: PageLocale): LayoutContent {
  const { words, href } = locale;
  const { crumb, editor } = words.collections;
  const { collections, token, refused, origin } = page;
  const action = `${href(origin + COLLECTIONS_EDITOR)}#add`;
  const row = ({ name, label }: (typeof collections)[number]): Html =>
    html`<li><a href="${href(`${origin}${COLLECTIONS_EDITOR}/${name}`)}" data-plain="" dir="auto">${label}</a></li> `;
  return screenContent(locale, {
    title: editor.title,
    crumbs: [datasetsCrumb(locale), { label: crumb, url: "/collections" }],
    errors: [],
    main: html`<section aria-labelledby="existing">
        <h2 id="existing">${crumb}</h2>
        ${
          collections.length === 0
            ? html`<p>${editor.none}</p>`
            : html`<ul>
                ${collections.map(row)}
              </ul>`
        }
      </section>
      <section aria-labelledby="add">
        <h2 id="add">${editor.add}</h2>
        ${collectionForm(locale, { action, token, seen: null, shown: null, refused, button: editor.add })}
      </section>`,
  });
}

/** Draw the form of a collection, and another to drop it. */
export function collectionEditorPage(page: CollectionEditorPage, locale: PageLocale): LayoutContent {
  const { words, fill, href } = locale;
  const { crumb, editor } = words.collections;
  const { origin, token, refused, refusedDrop, collection } = page;
  const { name, label, numMembers, shown, seen } = collection;
  const action = href(`${origin}${COLLECTIONS_EDITOR}/${name}`);
  const count = fill(words.lists.datasets, { count: numMembers });
  return screenContent(locale, {
    title: fill(editor.change, { label }),
    crumbs: [
      datasetsCrumb(locale),
      { label: crumb, url: "/collections" },
      { label: editor.title, url: COLLECTIONS_EDITOR },
    ],
    errors: [],
    main: html`<p>
        ${numMembers === 0 ? count : html`<a href="${href(`${origin}/${name}`)}" data-plain="">${editor.show}</a>: ${count}`}
      </p>
      ${collectionForm(locale, { action, token, seen, shown, refused, button: editor.save })}
      ${dropSection(locale, { action, token, refused: refusedDrop, title: editor.drop, remark: editor.stay, confirm: fill(editor.confirm, { name }) })}`,
  });
}
