import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drain } from "#src/web/http/server/drain.js";
import { Traffic } from "#src/web/http/server/traffic.js";

const MS = 60_000;

interface Actions {
  /** Happens in the first phase, in which all goes on. */
  readonly first?: (traffic: Traffic) => void;
  /** Happens while the server waits for connections in use. */
  readonly second?: (traffic: Traffic, happened: string[]) => void;
}

/** Drain with two open connections, and list what happened. */
async function list({ first = () => {}, second = () => {} }: Actions): Promise<readonly string[]> {
  const traffic = new Traffic();
  traffic.noteConnection(1);
  traffic.noteConnection(1);
  const happened: string[] = [];
  const wait = async (ms: number, signal?: AbortSignal): Promise<void> => {
    assert.equal(ms, MS);
    if (!signal) {
      happened.push("goes on");
      return first(traffic);
    }
    await new Promise(setImmediate);
    // Nobody waits any more.
    if (signal.aborted) return;
    happened.push("waits");
    second(traffic, happened);
  };
  const ending = { refuse: () => happened.push("refuses"), close: () => happened.push("closes") };
  await drain(traffic, MS, ending, wait);
  return happened;
}

describe("a server that ends", () => {
  it("does not wait for idle connections", async () => {
    assert.deepEqual(await list({}), ["goes on", "refuses", "closes"]);
  });

  it("waits for connections that were in use", async () => {
    const first = (traffic: Traffic): void => void traffic.received++;
    assert.deepEqual(await list({ first }), ["goes on", "refuses", "waits", "closes"]);
  });

  it("but not for those that are gone", async () => {
    const first = (traffic: Traffic): void => {
      traffic.received += 2;
      traffic.noteConnection(-1);
      traffic.noteConnection(-1);
    };
    assert.deepEqual(await list({ first }), ["goes on", "refuses", "closes"]);
  });

  it("finishes a running answer, however long it takes", async () => {
    const first = (traffic: Traffic): void => {
      traffic.received++;
      traffic.noteRequest(1);
    };
    const second = (traffic: Traffic, happened: string[]): void => {
      const answer = (): void => {
        happened.push("answered");
        traffic.noteRequest(-1);
      };
      // After all waits.
      setImmediate(() => setImmediate(answer));
    };
    assert.deepEqual(await list({ first, second }), ["goes on", "refuses", "waits", "answered", "closes"]);
  });
});
