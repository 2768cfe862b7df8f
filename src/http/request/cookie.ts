const COOKIE_NAME = "spendcube_session";
const VALUE = /^[\w-]{43}$/;

/** Read the value of this server's cookie; `undefined` if it is absent or malformed. */
export function readCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === COOKIE_NAME && value !== undefined && VALUE.test(value)) return value;
  }
  return undefined;
}

/**
 * Write a `Set-Cookie` header for a session cookie that scripts cannot read and forms of other sites do not send.
 * @param secure true if the browser used HTTPS: then it sends the cookie by HTTPS only
 */
export function writeCookie(value: string, secure: boolean): string {
  return `${COOKIE_NAME}=${value}; ${attributes(secure)}`;
}

export function removeCookie(secure: boolean): string {
  return `${COOKIE_NAME}=; Max-Age=0; ${attributes(secure)}`;
}

function attributes(secure: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
