// Print what a dataset comes to by function in one year.
// Usage: node totals.mjs [SERVER [YEAR]]

const [server = "http://127.0.0.1:8080", year = "2024"] = process.argv.slice(2);
const query = new URLSearchParams({
  dataset: "westhaven",
  cut: `year:${year}`,
  drilldown: "function",
  order: "amount:desc",
});

const response = await fetch(`${server}/api/2/aggregate?${query}`);
const answer = await response.json();
if (!response.ok) {
  console.error(answer.errors.join("\n"));
  process.exit(1);
}

const money = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const line = (label, amount) => console.log(`${label.padEnd(32)} ${money.format(amount).padStart(14)}`);
for (const cell of answer.drilldown) line(cell.function.label, cell.amount);
line("Total", answer.summary.amount);
