/** Return a name that no column has. */
export function nameFree(wanted: string, taken: readonly string[]): string {
  for (let at = 1; ; at++) {
    const name = at === 1 ? wanted : `${wanted} ${at}`;
    if (!taken.includes(name)) return name;
  }
}
