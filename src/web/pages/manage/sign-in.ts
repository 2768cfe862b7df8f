import { field, formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";

export interface SignInPage extends FormPage {
  readonly kind: "sign in";
  /** Path to show afterwards. */
  readonly next: string;
  readonly name: string;
  readonly mayRegister: boolean;
}

export function signInPage(
  { origin, token, errors, next, name, mayRegister }: SignInPage,
  locale: PageLocale,
): LayoutContent {
  const { words } = locale;
  const { sign } = words;
  const main = html`<form method="post" action="${origin}/login">
      ${tokenField(token)}
      <input type="hidden" name="next" value="${next}" />
      ${field({ name: "name", label: sign.fields.name, type: "text", autocomplete: "username", value: name })}
      ${field({ name: "password", label: sign.fields.password, type: "password", autocomplete: "current-password" })}
      <p><button>${sign.in.button}</button></p>
    </form>
    <p class="note">${locale.fillHtml(sign.in.hint, { command: html`<code>spendcube user set-password</code>` })}</p>
    ${mayRegister ? html`<p><a href="${origin}/register">${sign.in.register}</a></p>` : null}
    <p><a href="${origin}/datasets">${sign.allDatasets}</a></p>`;
  return formContent(locale, sign.in.title, errors, main);
}
