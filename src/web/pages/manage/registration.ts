import { field, formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";

export interface RegistrationPage extends FormPage {
  readonly kind: "registration";
  readonly name: string;
  readonly fullname: string;
  readonly email: string;
}

export function registrationPage(page: RegistrationPage): LayoutContent {
  const { origin, token, errors, name, fullname, email } = page;
  const main = html`<form method="post" action="${origin}/register">
      ${tokenField(token)}
      ${field({ name: "name", label: "User name", type: "text", autocomplete: "username", value: name })}
      ${field({ name: "password", label: "Password", type: "password", autocomplete: "new-password" })}
      ${field({ name: "fullname", label: "Full name", type: "text", autocomplete: "name", value: fullname, optional: true })}
      ${field({ name: "email", label: "Email", type: "email", autocomplete: "email", value: email, optional: true })}
      <p><button>Register</button></p>
    </form>
    <p><a href="${origin}/login">Sign in</a></p>`;
  return formContent("Register", errors, main);
}
