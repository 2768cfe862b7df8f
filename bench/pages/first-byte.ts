import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";

/** Milliseconds until the first byte of an answer was there, one question after the other. */
export interface FirstByte {
  readonly median: number;
  readonly p99: number;
}

/**
 * Ask as a browser does, over one connection.
 * @param paths asked for in turn, beginning again after the last
 */
export async function timeFirstByte(url: string, paths: readonly string[], requests: number): Promise<FirstByte> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let at = 0; at < requests; at++) {
    const begin = performance.now();
    const response = await ask(url + paths[at % paths.length]!, "br, gzip", agent);
    times.push(performance.now() - begin);
    await countBytes(response);
  }
  agent.destroy();
  const ordered = times.toSorted((a, b) => a - b);
  const at = (share: number): number => ordered[Math.ceil(requests * share) - 1]!;
  return { median: at(0.5), p99: at(0.99) };
}

/** The length of what is sent in an encoding. */
export async function bytesOf(url: string, encoding: "identity" | "br"): Promise<number> {
  return countBytes(await ask(url, encoding));
}

/** @throws Error when anything but a page in the first byte's encoding is answered */
async function ask(url: string, encoding: string, agent?: Agent): Promise<IncomingMessage> {
  const headers = { "accept-encoding": encoding, accept: "text/html" };
  const [response] = (await once(request(url, { agent, headers }).end(), "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url} was answered with ${response.statusCode}`);
  return response;
}

async function countBytes(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}
