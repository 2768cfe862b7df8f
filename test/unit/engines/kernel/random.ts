/** Create a small random number generator with a seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** 0 … below - 1 */
  int(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(items.length)]!;
  }

  chance(percent: number): boolean {
    return this.int(100) < percent;
  }

  shuffle(length: number): Uint32Array {
    const order = Uint32Array.from({ length }, (_, index) => index);
    for (let index = length - 1; index > 0; index--) {
      const other = this.int(index + 1);
      [order[index], order[other]] = [order[other]!, order[index]!];
    }
    return order;
  }
}
