import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { inDirectory, runHere } from "./run.js";

/** Is made by servers that cannot start, and gone afterwards. */
const NOWHERE = join(tmpdir(), `spendcube-nowhere-${process.pid}`);

/** One line of the server's log. */
const logged = (wanted: RegExp): RegExp =>
  new RegExp(`^\\{"level":50,[^\\n]*"msg":"[^\\n]*${wanted.source}[^\\n]*\\}\\n$`);

const oneLine = (wanted: RegExp): RegExp => new RegExp(`^error: [^\\n]*${wanted.source}[^\\n]*\\n$`);

const USAGES: [args: string[], status: number, stream: "out" | "err", text: RegExp][] = [
  [["--help"], 0, "out", /Usage: spendcube/],
  [["load", "--help"], 0, "out", /SPENDCUBE_SKIP_INVALID/],
  [
    ["load", "--help"],
    0,
    "out",
    /\nFile:\n {2}--metadata [^]*required[^]*\nData:\n[^]*\nRows:\n[^]*\nDataset:\n[^]*\nEngine:\n[^]*\nExample: spendcube load --data [^]*--csv/,
  ],
  [
    ["validate", "--help"],
    0,
    "out",
    /\nFile:\n {2}--metadata [^]*\nData:\n[^]*\nEngine:\n[^]*\nExample: spendcube validate --/,
  ],
  [
    ["publish", "--help"],
    0,
    "out",
    /\nDataset:\n {2}--name [^]*\nColumns:\n[^]*\nData:\n[^]*\nEngine:\n[^]*\nExample: spendcube publish \S+\.csv /,
  ],
  [
    ["propose", "--help"],
    0,
    "out",
    /spreadsheet[^]*\nDataset:\n[^]*\nFile:\n[^]*\nExample: spendcube propose \S+\.csv /,
  ],
  [["export", "--help"], 0, "out", /\nOptions:\n {2}--data [^]*\n {2}--format [^]*\nEngine:\n/],
  [["serve", "--help"], 0, "out", /\nExample: spendcube serve --data \S+ --port 8080\n$/],
  [["serve", "--help"], 0, "out", /\nData:\n {2}--data [^]*\nLoads:\n {2}--max-loads [^]*\nMonitoring:\n/],
  [["dataset", "list", "--help"], 0, "out", /SPENDCUBE_DATA/],
  [
    ["--version"],
    0,
    "out",
    /^\d+\.\d+\.\d+\n(commit [0-9a-f]{12,} of \d{4}-\d\d-\d\d(, with changes)?|commit unknown)\nNode \d[^\n]*\n$/,
  ],
  [["--licences"], 0, "out", /^MIT License\n/],
  [["nonsense"], 2, "err", /unknown command/],
  [["load", "--nonsense"], 2, "err", /unknown option/],
  [["dataset", "remove", "x"], 2, "err", /unknown command "remove"; did you mean "spendcube dataset drop"\?/],
  [["user", "delete", "x"], 2, "err", /did you mean "spendcube user remove"\?/],
  [["laod"], 2, "err", /did you mean "spendcube load"\?/],
  [["user", "xyzzy"], 2, "err", /unknown command "xyzzy"; known: add, list, rotate-key/],
  [["--color", "always", "laod"], 2, "err", /^.\[1;31merror:.\[0m unknown command/],
  [["load"], 2, "err", /missing --metadata and --csv: add --metadata MODEL.json --csv FILE.csv, or --package/],
  [["load", "--metadata", "x"], 2, "err", /missing --csv: add --csv FILE.csv, or --package/],
  [["export"], 2, "err", /missing required argument 'name'/],
  [["serve", "--port", "x"], 2, "err", /"x" is not an integer from 0 to 65535/],
  [["serve", "--port", "65536"], 2, "err", /"65536" is not an integer from 0 to 65535/],
  [["serve", "--prot", "80"], 2, "err", /Did you mean --port\?/],
  [["serve", "--security-contact", "us"], 2, "err", /"us" is neither an e-mail address nor a URL/],
  [["serve", "--base-url", "town.example"], 2, "err", /"town.example" is not a URL that begins with http/],
  [["serve", "--data", "README.md"], 1, "err", logged(/README\.md\\": it exists and is not a directory/)],
  [["serve", "--host", "203.0.113.1", "--data", NOWHERE], 1, "err", logged(/this machine does not have that address/)],
  [["serve", "--tls-cert", "no.pem", "--tls-key", "no.key"], 1, "err", logged(/Cannot read \\"no\.pem\\"/)],
  [
    ["serve", "--tls-cert", "README.md", "--tls-key", "README.md", "--port", "0", "--data", NOWHERE],
    1,
    "err",
    logged(/must be PEM files/),
  ],
  [["dataset", "list", "--data", NOWHERE], 1, "err", oneLine(/There is no data directory "[^"]*"; name the right one/)],
  [["dataset", "drop", "x", "--data", NOWHERE], 1, "err", oneLine(/There is no data directory/)],
  [["user", "list", "--data", NOWHERE], 1, "err", oneLine(/There is no data directory/)],
  [["export", "x", "--data", NOWHERE], 1, "err", oneLine(/There is no data directory/)],
  [["verify", "--data", NOWHERE], 1, "err", oneLine(/There is no data directory/)],
  [["export", "x", "--out", "nowhere/x.csv"], 1, "err", oneLine(/"nowhere\/x\.csv": its directory does not exist/)],
  [["export", "x", "--out", "src"], 1, "err", oneLine(/Cannot write "src": it is not a regular file/)],
  [["serve", "--tls-key", "x"], 2, "err", /--tls-cert and --tls-key must be given together/],
  [["export", "x", "--format", "xml"], 2, "err", /Allowed choices are csv, ndjson, arrow/],
];

describe("the command line", () => {
  for (const [args, status, stream, wanted] of USAGES) {
    it(`${args.join(" ")} exits with ${status}`, async () => {
      const outcome = await runHere(args);
      assert.equal(outcome.status, status, outcome.err);
      assert.match(outcome[stream], wanted);
    });
  }

  it("reports an invalid value in the environment, if the command uses it", () =>
    inDirectory(async (data) => {
      const list = ["dataset", "list", "--data", data];
      const wrong = await runHere(list, { SPENDCUBE_JSON: "maybe" });
      assert.deepEqual([wrong.status, wrong.err], [2, 'error: SPENDCUBE_JSON: "maybe" is not one of true, false\n']);
      assert.equal((await runHere([...list, "--json"], { SPENDCUBE_JSON: "maybe" })).status, 0);
      assert.equal((await runHere(list, { SPENDCUBE_PORT: "x", SPENDCUBE_FORMAT: "xml" })).status, 0);
      assert.equal((await runHere(["serve"], { SPENDCUBE_BASE_URL: "x" })).status, 2);
      const format = await runHere(["export", "x"], { SPENDCUBE_FORMAT: "xml" });
      assert.match(format.err, /SPENDCUBE_FORMAT: "xml" is not one of csv, ndjson, arrow/);
    }));
});
