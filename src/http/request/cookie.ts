const NAME = "spendcube_session";
const VALUE = /^[\w-]{43}$/;

/** The value of this server's cookie; `undefined` where there is none that it can have set. */
export function readCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === NAME && value !== undefined && VALUE.test(value)) return value;
  }
  return undefined;
}

/**
 * A `Set-Cookie` header for as long as the browser runs: no script can read it, and no other site send it with a form.
 * @param secure whether the browser came by HTTPS, and must not send it otherwise
 */
export function writeCookie(value: string, secure: boolean): string {
  return `${NAME}=${value}; ${attributes(secure)}`;
}

export function removeCookie(secure: boolean): string {
  return `${NAME}=; Max-Age=0; ${attributes(secure)}`;
}

function attributes(secure: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
