/** URLs of a route to be tested, by what they may reveal of a private dataset. */
export interface LeakRow {
  /** Without the private dataset's name; names that are nearly its own among them. */
  readonly open: readonly string[];
  /** With its name, and answered to those who may read it. */
  readonly named?: readonly string[];
  /** With its name, and answered to all callers; without access, with no permission. */
  readonly answered?: readonly string[];
  /** With its name and something wrong, and refused to those who may read it, too. */
  readonly wrong?: readonly string[];
  /** With its name, by `POST`; refused even with access, because the body is missing. */
  readonly posted?: readonly string[];
  /** With its name, by `DELETE`; refused even with access, because there is no such thing. */
  readonly deleted?: readonly string[];
  /** True if no two answers are the same. */
  readonly now?: true;
}
