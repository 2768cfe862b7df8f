import type { ByteStream, HttpReply } from "./message/message.js";

/** Keeps what a request reads from its begin until its answer has been sent. */
export interface ReadVersion {
  /** Stop reading what is published from now on. */
  seal(): void;
  end(): void;
}

/** Make a reply while what it reads is kept: until it is there, and when it is a stream, until that has ended. */
export async function pinVersion(reading: ReadVersion, makeReply: () => Promise<HttpReply>): Promise<HttpReply> {
  let isStream = false;
  try {
    const reply = await makeReply();
    const { body } = reply;
    if (body === null || Buffer.isBuffer(body)) return reply;
    isStream = true;
    // What is sent was found before: the stream holds nothing that is published while it is slowly read.
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
