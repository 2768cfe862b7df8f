import { errorText } from "../../../core/errors/error-text.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import type { HttpReply } from "../message/message.js";

/**
 * Limit the time until a reply begins. Sending the body of a reply has no limit here.
 * @param abort stops the work once the time is over
 * @throws OverCapacity when the time is over
 */
export async function withinTime(ms: number, reply: Promise<HttpReply>, abort: () => void): Promise<HttpReply> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      abort();
      const sentence = errorText("no_answer_in_time", { seconds: ms / 1000 });
      reject(new OverCapacity(sentence, { limit: "deadline" }));
      // A reply that arrives after this is never sent.
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

/** Release the body of a reply that will not be sent. */
export function discard({ body }: HttpReply): void {
  if (body && !Buffer.isBuffer(body)) void body.return();
}
