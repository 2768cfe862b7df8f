/** A budget as offices publish it: titles above, years as columns, a currency in the cells, totals, notes below. */
export interface MessyTown {
  /** The file as published. */
  readonly messy: string;
  /** The same figures as a plain table, one row for each year. */
  readonly plain: string;
  /** Sum of the rows that add others up. */
  readonly leftOut: number;
}

const AREAS = ["Schools", "Roads", "Parks", "Culture"];
export const YEARS = ["2019", "2020", "2021"];

/** Generate the budget, with as many lines in each area. */
export function messyTown(lines: number): MessyTown {
  const messy = ["Town of Sample;;;;", "Budget in EUR;;;;", ";;;;", `Area;Line;${YEARS.join(";")}`];
  const plain = ["Area;Line;Year;Amount"];
  let leftOut = 0;
  AREAS.forEach((area, at) => {
    const sums = YEARS.map(() => 0);
    for (let line = 1; line <= lines; line++) {
      const cells = YEARS.map((year, column) => {
        if (line === 2 && column === 1) {
          plain.push(`${area};Line ${line};${year};0`);
          return "n/a";
        }
        const cents = (at + 1) * 123_456 + line * 1017 + column * 11;
        sums[column]! += cents;
        plain.push(`${area};Line ${line};${year};${comma(cents)}`);
        return column === 0 ? `${grouped(cents)} EUR` : comma(cents);
      });
      messy.push(`${area};Line ${line};${cells.join(";")}`);
    }
    messy.push(`Total ${area};;${sums.map(comma).join(";")}`);
    leftOut += sums.reduce((a, b) => a + b);
  });
  messy.push(";;;;", "Source: the treasurer;;;;");
  return { messy: `${messy.join("\r\n")}\r\n`, plain: `${plain.join("\n")}\n`, leftOut };
}

function comma(cents: number): string {
  return (cents / 100).toFixed(2).replace(".", ",");
}

function grouped(cents: number): string {
  return comma(cents).replace(/\B(?=(\d{3})+,)/g, ".");
}
