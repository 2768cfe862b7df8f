import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inDirectory, type Outcome, runHere } from "./run.js";

/** Propose a model for a table. */
async function proposing(content: string | Buffer, ...options: string[]): Promise<Outcome> {
  let outcome: Outcome | null = null;
  await inDirectory(async (directory) => {
    const csv = join(directory, "table.csv");
    await writeFile(csv, content);
    outcome = await runHere(["propose", csv, ...options]);
  });
  return outcome!;
}

const TABLE =
  "Booked,Paid on,Voucher,Name,Gross,Net\n2024-01-05,2024-02-01,V1,Acme,10.50,9.25\n2024-01-06,2024-02-02,V2,Bolt,20.50,18.25\n2024-01-07,2024-02-03,V3,Coop,5.50,4.25\n";

describe("a guess that is wrong", () => {
  it("is corrected by naming amount, time and key, and the rest is proposed anew", async () => {
    const { status, out } = await proposing(TABLE, "--amount", "Net", "--time", "Paid on", "--key", "Name,Booked");
    const { mapping } = JSON.parse(out);
    assert.equal(status, 0);
    assert.deepEqual([mapping.amount.column, mapping.gross.type, mapping.time.column], ["Net", "measure", "Paid on"]);
    const keys = Object.keys(mapping).filter((name) => mapping[name].key);
    assert.deepEqual(keys, ["time", "booked", "name"]);
  });

  it("is refused where the table does not bear it out, with all that is wrong", async () => {
    const { status, err } = await proposing(TABLE, "--amount", "Name", "--time", "Nett", "--leave-out", "None");
    assert.equal(status, 1);
    assert.match(err, /--amount: the column "Name" holds no numbers, but "Acme", "Bolt"/);
    assert.match(err, /--time: there is no column "Nett"; the table has "Booked"/);
    assert.match(err, /--leave-out: there is no column "None"/);
  });

  it("is corrected by leaving out columns, and rows by a cell", async () => {
    const { out, err } = await proposing(TABLE, "--leave-out", "Net,Name=Bolt");
    const { dataset, mapping } = JSON.parse(out);
    assert.equal(mapping.net, undefined);
    assert.deepEqual(dataset.table, { leave_out: [{ column: "Name", values: ["Bolt"] }] });
    assert.match(err, /^note: 2 rows/m);
  });

  it("is corrected by the decimal sign and the encoding", async () => {
    const rows = "Date;Payee;Amount\n2024-01-05;Łódź;1.234\n2024-01-06;Kraków;5.678\n";
    assert.equal((await proposing(rows)).status, 1);
    const comma = await proposing(rows, "--decimal", ",");
    assert.deepEqual([comma.status, JSON.parse(comma.out).dataset.decimal], [0, ","]);
    const point = await proposing(rows, "--decimal", ".");
    assert.deepEqual([point.status, JSON.parse(point.out).dataset.decimal], [0, "."]);
    const bytes = Buffer.from("Date;Payee;Amount\n2024-01-05;\xa3\xf3d\xbc;1.5\n2024-01-06;x;2.5\n", "latin1");
    const polish = await proposing(bytes, "--encoding", "windows-1250");
    assert.equal(JSON.parse(polish.out).dataset.encoding, "windows-1250");
    assert.match(polish.err, /encoding windows-1250/);
    assert.equal((await proposing(rows, "--decimal", ";")).status, 1);
    assert.match((await proposing(rows, "--encoding", "klingon")).err, /"klingon" is not a known encoding/);
  });

  it("is not a matter of --accept without a value, which takes what is beyond doubt", async () => {
    const years = "Payee,2023,2024\nA,1.5,2.5\nB,3.5,4.5\n";
    const plain = await proposing(years);
    assert.equal((await proposing(years, "--accept")).out, plain.out);
    assert.notEqual(JSON.parse((await proposing(years, "--accept", "all")).out).dataset.table, undefined);
  });
});

describe("a finding", () => {
  it("is one line, whatever line breaks headings have", async () => {
    const { err } = await proposing(
      'Date,"Supplier\nname",Amount,"Net\namount"\n2024-01-05,A,1.50,1.25\n2024-01-06,B,2.50,n/a\n',
    );
    assert.ok(
      err
        .trim()
        .split("\n")
        .every((line) => /^(note|warning|error|suggestion|repair|repaired|accepted): /.test(line)),
      err,
    );
  });
});

describe("data of persons", () => {
  const PERSONS =
    "Date,Payee,Contact,Account,Amount\n" +
    ["Anna Schmidt", "Peter Novak", "John Smith", "Maria Rossi", "Karin Berg"]
      .map((name, at) => `2024-01-0${at + 1},${name},p${at}@example.org,DE89370400440532013000,${at}.50`)
      .join("\n");

  it("are named and left out, unless they are asked for", async () => {
    const { out, err } = await proposing(PERSONS);
    const columns = (text: string): readonly string[] => Object.keys(JSON.parse(text).mapping);
    assert.deepEqual(columns(out), ["amount", "time"]);
    assert.match(err, /^note: left out, as it holds names of persons: "Payee"; --keep Payee keeps it$/m);
    assert.match(err, /^note: left out, as it holds e-mail addresses: "Contact"/m);
    assert.match(err, /^note: left out, as it holds bank accounts: "Account"/m);
    const kept = await proposing(PERSONS, "--keep", "Payee");
    assert.ok(columns(kept.out).includes("payee"));
    assert.match(kept.err, /^note: "Payee" holds names of persons, which everybody may read; --leave-out Payee/m);
  });

  it("stay where most payees are companies, with a note", async () => {
    const firms = ["Acme Ltd", "Bolt GmbH", "Coop Services", "City Council", "Delta Ltd", "Echo AG"];
    const rows = [...firms, "John Smith", "Anna Schmidt", "Maria Rossi"].map(
      (name, at) => `2024-01-0${at + 1},${name},${at}.50`,
    );
    const { out, err } = await proposing(`Date,Payee,Amount\n${rows.join("\n")}\n`);
    assert.ok("payee" in JSON.parse(out).mapping);
    assert.match(err, /^note: "Payee" holds some names of persons/m);
  });
});
