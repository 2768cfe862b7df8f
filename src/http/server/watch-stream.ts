import type { ByteStream, Logger } from "../message/message.js";

/** Log what fails after a reply has begun: the client only sees it break off. */
export function watchStream(stream: ByteStream, logger: Logger, isExpected: () => boolean): ByteStream {
  return {
    async next() {
      try {
        return await stream.next();
      } catch (error) {
        if (!isExpected()) logger.error({ err: error }, "a reply broke off");
        throw error;
      }
    },
    return: () => stream.return(),
  };
}
