import type { Constant } from "./serve-constant.js";

/** A reply without what any server adds to it. */
export async function readReply(url: string): Promise<Constant> {
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const added = new Set(["content-length", "connection", "keep-alive", "date", "transfer-encoding"]);
  return { headers: [...response.headers].filter(([name]) => !added.has(name)), body: await response.text() };
}
