import type { ByteStream, Logger } from "../message/message.js";

/** Log errors of a body after its reply has begun: the client only sees the connection break. */
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
