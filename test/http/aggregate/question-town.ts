/** A payment of the town, or a plan of one. */
export interface Payment {
  readonly id: string;
  readonly date: string;
  readonly payee: string;
  readonly code: string;
  readonly label: string;
  readonly phase: "approved" | "executed";
  readonly purpose: string;
  /** In cents. */
  readonly cents: bigint;
}

const FUNCTIONS = [
  ["10", "Roads and bridges"],
  ["11", "Street lighting"],
  ["20", "Primary schools"],
  ["21", "Kindergartens"],
  ["30", "Fire brigade"],
  ["40", "Parks"],
] as const;

const PURPOSES = ["maintenance", "bridge repair", "salaries", "materials", "new building"];

/** Names of payees, some with characters that queries use. */
const PAYEES = [
  "Müller Straßenbau",
  'Smith|Jones "Brothers"',
  "O'Neill (Paving): Ltd",
  ...Array.from({ length: 97 }, (_, at) => `Company ${at + 1}`),
];

/** Payments of four years, some of them refunds. */
export const PAYMENTS: readonly Payment[] = Array.from({ length: 1200 }, (_, at): Payment => {
  const mixed = (at * 7919) % 100_003;
  const [code, label] = FUNCTIONS[mixed % FUNCTIONS.length]!;
  return {
    id: `p-${at}`,
    date: `${2019 + (at % 4)}-${String(1 + (mixed % 12)).padStart(2, "0")}-${String(1 + (mixed % 28)).padStart(2, "0")}`,
    payee: PAYEES[(mixed * 13 + Math.floor(at / 4)) % PAYEES.length]!,
    code,
    label,
    phase: at % 3 === 0 ? "approved" : "executed",
    purpose: PURPOSES[mixed % PURPOSES.length]!,
    cents: BigInt(mixed * 37) * (at % 19 === 0 ? -1n : 1n),
  };
});

/** The payments as CSV. */
export function writePayments(): string {
  const rows = PAYMENTS.map(({ id, date, payee, code, label, phase, purpose, cents }) => [
    id,
    date,
    payee,
    code,
    label,
    phase,
    purpose,
    `${cents < 0n ? "-" : ""}${String(cents < 0n ? -cents : cents)
      .padStart(3, "0")
      .replace(/(?=\d\d$)/, ".")}`,
  ]);
  const lines = [["id", "date", "payee", "code", "function", "phase", "purpose", "amount"], ...rows];
  return lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n");
}

const attribute = (column: string, datatype = "string"): object => ({ column, datatype });

/** The model of the payments. */
export const PAYMENTS_MODEL = {
  dataset: {
    name: "newtown",
    label: "Payments of Newtown",
    description: "What Newtown planned to pay and paid.",
    currency: "EUR",
    category: "spending",
    territories: ["DE"],
  },
  mapping: {
    amount: { type: "measure", label: "Amount", column: "amount", datatype: "float" },
    time: { type: "date", column: "date", datatype: "date" },
    invoice: { type: "attribute", column: "id", datatype: "string", key: true },
    purpose: { type: "attribute", column: "purpose", datatype: "string" },
    payee: { type: "attribute", label: "Payee", column: "payee", datatype: "string" },
    phase: {
      type: "attribute",
      label: "Phase",
      column: "phase",
      datatype: "string",
      role: "phase",
      order: ["approved", "executed"],
    },
    purpose_code: {
      type: "compound",
      label: "Function",
      attributes: { name: attribute("code"), label: attribute("function") },
    },
  },
  notes: [{ on: "year:2022", kind: "provisional", text: "Not yet audited." }],
};
