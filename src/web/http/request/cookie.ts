const NAME = "spendcube_session";
/** Name over HTTPS: browsers accept it only from this very host, over HTTPS, and for all paths. */
const SECURE_NAME = `__Host-${NAME}`;
const VALUE = /^[\w-]{43}$/;

/** A `Cookie` header, and whether the browser used HTTPS. */
export interface CookieHeader {
  readonly cookie: string | undefined;
  readonly secure: boolean;
}

/** Read the value of this server's cookie; `undefined` if it is absent or malformed. */
export function readCookie({ cookie, secure }: CookieHeader): string | undefined {
  for (const pair of cookie?.split(";") ?? []) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === nameOf(secure) && value !== undefined && VALUE.test(value)) return value;
  }
  return undefined;
}

/**
 * Write a `Set-Cookie` header for a session cookie that scripts cannot read and forms of other sites do not send.
 * @param secure true if the browser used HTTPS: then it sends the cookie by HTTPS only
 */
export function writeCookie(value: string, secure: boolean): string {
  return `${nameOf(secure)}=${value}; ${attributes(secure)}`;
}

export function removeCookie(secure: boolean): string {
  return `${nameOf(secure)}=; Max-Age=0; ${attributes(secure)}`;
}

function nameOf(secure: boolean): string {
  return secure ? SECURE_NAME : NAME;
}

function attributes(secure: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
