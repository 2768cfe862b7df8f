import type { Terminal } from "../../process/control/terminal.js";

/** Return a terminal that changes texts before they go to standard error. */
export function wrapErrors(terminal: Terminal, change: (text: string) => string): Terminal {
  return { ...terminal, err: wrapStream(terminal.err, change) };
}

/** Return a stream that changes texts before they are written. It stays what it is for all that ask it about its terminal. */
export function wrapStream<Stream extends NodeJS.WritableStream>(to: Stream, change: (text: string) => string): Stream {
  const changed = (chunk: unknown): unknown => {
    if (typeof chunk !== "string" && !Buffer.isBuffer(chunk)) return chunk;
    const [text, written] = [String(chunk), change(String(chunk))];
    return written === text ? chunk : written;
  };
  return new Proxy(to, {
    get(stream, name) {
      if (name === "write")
        return (chunk: unknown, ...rest: []) => stream.write(changed(chunk) as string | Uint8Array, ...rest);
      const value: unknown = Reflect.get(stream, name, stream);
      return typeof value === "function" ? value.bind(stream) : value;
    },
  });
}
