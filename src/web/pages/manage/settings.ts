import { field, formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";

export interface SettingsPage extends FormPage {
  readonly kind: "settings";
  readonly name: string;
  readonly fullname: string | null;
  readonly admin: boolean;
  readonly key: string;
  /** Names of datasets. */
  readonly manages: readonly string[];
}

export function settingsPage(page: SettingsPage): LayoutContent {
  const { origin, token, errors, name, fullname, admin, key, manages } = page;
  const datasets = manages.map((each) => html`<li><a href="${origin}/${each}">${each}</a></li> `);
  const main = html`<p>
      You are signed in as
      <bdi>${name}</bdi
      >${fullname === null ? null : html` (<bdi>${fullname}</bdi>)`}${admin ? ", an administrator" : null}.
      <a href="${origin}/logout">Sign out</a>
    </p>
    <section>
      <h2>API key</h2>
      <p><code id="api-key">${key}</code></p>
      <p>Send it in the header <code>Authorization: ApiKey …</code>, only over HTTPS. Keep it secret.</p>
      <form method="post" action="${origin}/settings/key">
        ${tokenField(token)}
        <p><button>Replace the key</button> The key above then stops working.</p>
      </form>
    </section>
    <section>
      <h2>Password</h2>
      <form method="post" action="${origin}/settings/password">
        ${tokenField(token)}
        ${field({ name: "current", label: "Current password", type: "password", autocomplete: "current-password" })}
        ${field({ name: "password", label: "New password", type: "password", autocomplete: "new-password" })}
        <p><button>Change the password</button> This signs you out everywhere else.</p>
      </form>
    </section>
    <section>
      <h2>Datasets</h2>
      ${
        datasets.length > 0
          ? html`<p>You manage these datasets:</p>
              <ul>
                ${datasets}
              </ul>`
          : html`<p>You do not manage any dataset.</p>`
      }
      <p><a href="${origin}/dashboard">Your datasets and their loads</a></p>
      <p><a href="${origin}/datasets/new">Publish data</a> <a href="${origin}/datasets">All datasets</a></p>
    </section>`;
  return formContent("Settings", errors, main);
}
