import { field, formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";

export interface RegistrationPage extends FormPage {
  readonly kind: "registration";
  readonly name: string;
  readonly fullname: string;
  readonly email: string;
}

export function registrationPage(page: RegistrationPage, locale: PageLocale): LayoutContent {
  const { words } = locale;
  const { fields, register } = words.sign;
  const { origin, token, errors, name, fullname, email } = page;
  const main = html`<form method="post" action="${origin}/register">
      ${tokenField(token)}
      ${field({ name: "name", label: fields.name, type: "text", autocomplete: "username", value: name })}
      ${field({ name: "password", label: fields.password, type: "password", autocomplete: "new-password" })}
      ${field({ name: "fullname", label: fields.fullname, type: "text", autocomplete: "name", value: fullname, optional: true })}
      ${field({ name: "email", label: fields.email, type: "email", autocomplete: "email", value: email, optional: true })}
      <p><button>${register.button}</button></p>
    </form>
    <p><a href="${origin}/login">${register.signIn}</a></p>`;
  return formContent(locale, register.title, errors, main);
}
