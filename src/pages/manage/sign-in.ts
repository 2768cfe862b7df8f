import { field, renderForm, tokenField } from "../parts/form.js";
import { html } from "../parts/html.js";

export interface SignIn {
  readonly origin: string;
  readonly token: string;
  readonly errors: readonly string[];
  readonly next: string;
  readonly name: string;
  readonly mayRegister: boolean;
}

export function renderSignIn({ origin, token, errors, next, name, mayRegister }: SignIn): string {
  const main = html`<form method="post" action="${origin}/login">
      ${tokenField(token)}
      <input type="hidden" name="next" value="${next}" />
      ${field({ name: "name", label: "Name", type: "text", autocomplete: "username", value: name })}
      ${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
      <p><button>Sign in</button></p>
    </form>
    ${mayRegister ? html`<p><a href="${origin}/register">Register</a></p>` : null}
    <p><a href="${origin}/datasets">All datasets</a></p>`;
  return renderForm(origin, "Sign in", errors, main);
}
