import { formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";

export interface SignOutPage extends FormPage {
  readonly kind: "sign out";
  readonly name: string;
}

export function signOutPage({ origin, token, errors, name }: SignOutPage, locale: PageLocale): LayoutContent {
  const { words, fillHtml } = locale;
  const { out } = words.sign;
  const main = html`<form method="post" action="${origin}/logout">
      ${tokenField(token)}
      <p>${fillHtml(out.signedIn, { user: html`<bdi>${name}</bdi>` })} <button>${out.button}</button></p>
    </form>
    <p><a href="${origin}/settings">${out.settings}</a></p>`;
  return formContent(locale, out.title, errors, main);
}
