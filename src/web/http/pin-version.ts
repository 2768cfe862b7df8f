import type { ByteStream, HttpReply } from "./message/message.js";

/** The versions that a request reads, pinned until its answer has been sent. */
export interface PinnedVersion {
  /** Pin no version that is published from now on. */
  seal(): void;
  end(): void;
}

/** Make a reply while the versions that it reads are pinned: until it is complete, or its stream has ended. */
export async function pinVersion(reading: PinnedVersion, makeReply: () => Promise<HttpReply>): Promise<HttpReply> {
  let isStream = false;
  try {
    const reply = await makeReply();
    const { body } = reply;
    if (body === null || Buffer.isBuffer(body)) return reply;
    isStream = true;
    // The stream reads from versions that are pinned already. It must not pin newer ones while it is read slowly.
    reading.seal();
    return { ...reply, body: endingStream(body, () => reading.end()) };
  } finally {
    if (!isStream) reading.end();
  }
}

function endingStream(stream: ByteStream, onEnd: () => void): ByteStream {
  return {
    async next() {
      try {
        const result = await stream.next();
        if (result.done) onEnd();
        return result;
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    async return() {
      try {
        return await stream.return();
      } finally {
        onEnd();
      }
    },
  };
}
