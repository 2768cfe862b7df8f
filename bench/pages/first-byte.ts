import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";

/** Milliseconds to the first byte of a response, for successive requests. */
export interface FirstByte {
  readonly median: number;
  readonly p99: number;
}

/**
 * Send requests like a browser's, over one connection.
 * @param paths paths to request in turn, repeated from the first
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

/** Measure the length of a response in an encoding. */
export async function bytesOf(url: string, encoding: "identity" | "br"): Promise<number> {
  return countBytes(await ask(url, encoding));
}

/** Request a page. @throws Error for a status other than 200 */
async function ask(url: string, encoding: string, agent?: Agent): Promise<IncomingMessage> {
  const headers = { "accept-encoding": encoding, accept: "text/html" };
  const [response] = (await once(request(url, { agent, headers }).end(), "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`);
  return response;
}

async function countBytes(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}
