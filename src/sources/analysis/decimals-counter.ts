/** Among so many numbers with one or two decimals, one with three may be written with a separator of thousands. */
const PLAIN = 20;

/** Three digits behind the only separator: `1.234`. */
const THREE = /^\D*[1-9]\d{0,2}[.,]\d{3}$/;

/** Counts the digits behind the last point or comma of the numbers of a column. */
export class DecimalsCounter {
  readonly #counts = {
    ".": { few: 0, three: 0, other: 0, cell: "" },
    ",": { few: 0, three: 0, other: 0, cell: "" },
  };

  take(text: string, cells: number): void {
    const at = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
    if (at < 0) return;
    const counts = this.#counts[text[at] as "." | ","];
    if (THREE.test(text)) {
      counts.three += cells;
      counts.cell ||= text;
    } else if (text.length - at <= 3) counts.few += cells;
    else counts.other += cells;
  }

  /** Return the first of a few numbers with three decimals, where all others have fewer; `null` if there is none. */
  findOdd(decimal: string): string | null {
    const { few, three, other, cell } = this.#counts[decimal === "," ? "," : "."];
    return three > 0 && other === 0 && three * PLAIN <= few ? cell : null;
  }
}
