import type { Constant } from "./serve-constant.js";

/** Fetch a reply, without the headers that every server adds. */
export async function readReply(url: string): Promise<Constant> {
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const added = new Set(["content-length", "connection", "keep-alive", "date", "transfer-encoding"]);
  return { headers: [...response.headers].filter(([name]) => !added.has(name)), body: await response.text() };
}
