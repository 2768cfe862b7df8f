/** An option of the command line, and the environment variable that it reads. */
export interface Setting {
  /** As `--help` shows it: `--port <number>`. */
  readonly flags: string;
  /** Flags of an earlier name, which is still accepted. */
  readonly alias?: string;
  readonly help: string;
  readonly preset?: string | number;
  /** An address is a local path or a URL. */
  readonly type?: "text" | "number" | "flag" | "address" | "url";
  /** Of a number. */
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly string[];
}
