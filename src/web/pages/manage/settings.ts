import { field, formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";

export interface SettingsPage extends FormPage {
  readonly kind: "settings";
  readonly name: string;
  readonly fullname: string | null;
  readonly admin: boolean;
  readonly key: string;
  /** Names of datasets. */
  readonly manages: readonly string[];
}

export function settingsPage(page: SettingsPage, locale: PageLocale): LayoutContent {
  const { words, fillHtml } = locale;
  const { origin, token, errors, name, fullname, admin, key, manages } = page;
  const datasets = manages.map((each) => html`<li><a href="${origin}/${each}">${each}</a></li> `);
  const { fields, settings, allDatasets } = words.sign;
  const own = html`<bdi>${name}</bdi>`;
  const user =
    fullname === null ? own : fillHtml(words.lists.inParentheses, { text: own, more: html`<bdi>${fullname}</bdi>` });
  const main = html`<p>
      ${fillHtml(admin ? settings.administrator : settings.signedIn, { user })}
      <a href="${origin}/logout">${settings.signOut}</a>
    </p>
    <section>
      <h2>${settings.key.title}</h2>
      <details>
        <summary>${settings.key.show}</summary>
        <p><code id="api-key">${key}</code></p>
      </details>
      <p>${fillHtml(settings.key.use, { header: html`<code>Authorization: ApiKey …</code>` })}</p>
      <form method="post" action="${origin}/settings/key">
        ${tokenField(token)}
        <p><button>${settings.key.replace}</button> ${settings.key.replaced}</p>
      </form>
    </section>
    <section>
      <h2>${settings.password.title}</h2>
      <form method="post" action="${origin}/settings/password">
        ${tokenField(token)}
        ${field({ name: "current", label: fields.current, type: "password", autocomplete: "current-password" })}
        ${field({ name: "password", label: fields.next, type: "password", autocomplete: "new-password" })}
        <p><button>${settings.password.change}</button> ${settings.password.changed}</p>
      </form>
    </section>
    <section>
      <h2>${settings.datasets.title}</h2>
      ${
        datasets.length > 0
          ? html`<p>${settings.datasets.manages}</p>
              <ul>
                ${datasets}
              </ul>`
          : html`<p>${settings.datasets.none}</p>`
      }
      <p><a href="${origin}/dashboard">${settings.datasets.loads}</a></p>
      <p>
        <a href="${origin}/datasets/new">${settings.datasets.publish}</a>
        <a href="${origin}/datasets">${allDatasets}</a>
        ${
          admin
            ? html`<a href="${origin}/collections/editor">${words.collections.editor.title}</a>
                <a href="${origin}/shapes/editor">${words.shapes.editor.title}</a>`
            : null
        }
      </p>
    </section>`;
  return formContent(locale, settings.title, errors, main);
}
