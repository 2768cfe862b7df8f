import { join } from "node:path";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { Random } from "../../unit/engines/kernel/random.js";
import { FAILING, FailingCommand } from "./failing.js";

/** Found of one command. */
export interface Report {
  readonly name: string;
  readonly calls: number;
  /** Failures that there are: each call with each of its errors. */
  readonly failures: number;
  readonly tried: number;
  /** Number of those that failed the command. */
  readonly failed: number;
  readonly faults: readonly string[];
}

const [directory, most, seed] = process.argv.slice(2) as [string, string, string];
const kernel = Kernel.start();
for (const [at, failing] of FAILING.entries()) {
  const command = new FailingCommand(failing, join(directory, String(at)), columnarFormat(kernel));
  const calls = await command.prepare();
  const random = new Random(Number(seed) + at);
  const all = calls.flatMap((call) => FailingCommand.errorsOf(call).map((error) => ({ call, error })));
  const ordered = all.map((each) => [random.int(2 ** 30), each] as const).toSorted(([a], [b]) => a - b);
  const chosen = ordered.slice(0, Number(most));
  const faults: string[] = [];
  let failed = 0;
  for (const [, { call, error }] of chosen) {
    try {
      if (await command.fail(call.number, error)) failed++;
    } catch (fault) {
      const { message, cause } = fault as Error;
      faults.push(`${message}\n${(cause as Error).stack}`);
    }
  }
  const { name } = failing;
  const report: Report = { name, calls: calls.length, failures: all.length, tried: chosen.length, failed, faults };
  console.log(JSON.stringify(report));
}
await kernel.close();
