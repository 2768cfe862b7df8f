import { OverCapacity } from "../../errors/errors.js";
import type { HttpReply } from "../message/message.js";

/**
 * Give a reply some time to begin; its stream may then take as long as it is read.
 * @param abort tells the work to stop
 * @throws OverCapacity when the time is over
 */
export async function withinTime(ms: number, reply: Promise<HttpReply>, abort: () => void): Promise<HttpReply> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort();
      reject(new OverCapacity(`No answer within ${ms / 1000} seconds; ask for less or try again later`));
      // What comes too late has no reader.
      reply.then(discard, () => {});
    }, ms);
    timer.unref();
  });
  try {
    return await Promise.race([reply, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Let go of a body that nobody will read. */
export function discard({ body }: HttpReply): void {
  if (body && !Buffer.isBuffer(body)) void body.return();
}
