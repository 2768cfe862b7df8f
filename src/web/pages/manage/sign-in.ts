import { field, formContent, type FormPage, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";

export interface SignInPage extends FormPage {
  readonly kind: "sign in";
  /** Path to show afterwards. */
  readonly next: string;
  readonly name: string;
  readonly mayRegister: boolean;
}

export function signInPage({ origin, token, errors, next, name, mayRegister }: SignInPage): LayoutContent {
  const main = html`<form method="post" action="${origin}/login">
      ${tokenField(token)}
      <input type="hidden" name="next" value="${next}" />
      ${field({ name: "name", label: "User name", type: "text", autocomplete: "username", value: name })}
      ${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
      <p><button>Sign in</button></p>
    </form>
    ${mayRegister ? html`<p><a href="${origin}/register">Register</a></p>` : null}
    <p><a href="${origin}/datasets">All datasets</a></p>`;
  return formContent("Sign in", errors, main);
}
