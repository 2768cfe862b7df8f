import { type Agent, request } from "node:http";

/** A request of an attacker. */
export interface Attack {
  readonly name: string;
  readonly method?: "GET" | "POST";
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Reply {
  /** 0 if the connection broke. */
  readonly status: number;
  /** Milliseconds until it began. */
  readonly begun: number;
}

/** Bytes of a reply's headers that are accepted: `Link` repeats a long target. */
const MAX_HEADERS = 2 ** 16;

/** Send a request and discard its body. */
export function send(
  url: string,
  { method = "GET", target, headers = {}, body }: Omit<Attack, "name">,
  agent: Agent,
): Promise<Reply> {
  return new Promise((resolve) => {
    const asked = performance.now();
    const broken = { status: 0, begun: Infinity };
    const sent = request(`${url}${target}`, { method, headers, agent, maxHeaderSize: MAX_HEADERS }, (reply) => {
      const begun = performance.now() - asked;
      reply.on("end", () => resolve({ status: reply.statusCode!, begun })).on("error", () => resolve(broken));
      reply.resume();
    });
    sent.on("error", () => resolve(broken));
    sent.end(body);
  });
}
