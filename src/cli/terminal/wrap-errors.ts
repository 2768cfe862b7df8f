import type { Terminal } from "../../process/control/terminal.js";

/** Return a terminal that changes texts before they go to standard error. */
export function wrapErrors(terminal: Terminal, change: (text: string) => string): Terminal {
  const changed = (chunk: unknown): unknown => {
    if (typeof chunk !== "string" && !Buffer.isBuffer(chunk)) return chunk;
    const [text, written] = [String(chunk), change(String(chunk))];
    return written === text ? chunk : written;
  };
  // The stream stays what it is for all that ask it about its terminal.
  const err = new Proxy(terminal.err, {
    get(stream, name) {
      if (name === "write")
        return (chunk: unknown, ...rest: []) => stream.write(changed(chunk) as string | Uint8Array, ...rest);
      const value: unknown = Reflect.get(stream, name, stream);
      return typeof value === "function" ? value.bind(stream) : value;
    },
  });
  return { ...terminal, err };
}
