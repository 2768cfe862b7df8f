const SECOND = 1000;

/**
 * Return the time of a change that is made now. It lies in a later second than the change before it, because dates in
 * HTTP have whole seconds, and a client must see that its copy is old.
 * @param before time of the change before; absent if there was none
 */
export function timeAfter(before?: string | undefined): string {
  const now = Date.now();
  const after = before === undefined ? now : nextSecond(Date.parse(before)).getTime();
  return new Date(Math.max(now, after)).toISOString();
}

/** Return the begin of the second after a time: later, in whole seconds, than answers sent until then. */
export function nextSecond(time: number = Date.now()): Date {
  return new Date((Math.floor(time / SECOND) + 1) * SECOND);
}
