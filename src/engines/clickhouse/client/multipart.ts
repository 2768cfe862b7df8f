import { randomBytes } from "node:crypto";

/** A list that is sent along with a query, as a table of one column. */
export interface ExternalTable {
  readonly name: string;
  /** The column and its type: `c UInt32`. */
  readonly structure: string;
  /** Rows in RowBinary. */
  readonly rows: Uint8Array;
}

/** Write a query and its external tables as the body of a form. */
export function writeMultipart(
  sql: string,
  tables: readonly ExternalTable[],
): { readonly type: string; readonly body: Buffer } {
  const boundary = randomBytes(24).toString("hex");
  const pieces: Uint8Array[] = [];
  const add = (disposition: string, content: Uint8Array): void => {
    pieces.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      content,
      Buffer.from("\r\n"),
    );
  };
  add('name="query"', Buffer.from(sql));
  for (const { name, rows } of tables) add(`name="${name}"; filename="${name}"`, rows);
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(pieces) };
}
