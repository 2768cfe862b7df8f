import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ByteStream, HttpReply } from "#src/web/http/message/message.js";
import { type CachedResponse, ResponseCache } from "#src/web/http/reply/response-cache.js";

function bodyOf(text: string, etag = '"a"'): CachedResponse {
  return {
    body: Buffer.from(text),
    encoding: "identity",
    etag,
    nextPage: undefined,
    filename: undefined,
    warnings: [],
  };
}

function streamOf(...pieces: readonly string[]): CachedResponse {
  const left = [...pieces];
  const stream: ByteStream = {
    next: async () => {
      const text = left.shift();
      return text === undefined ? { done: true, value: undefined } : { done: false, value: Buffer.from(text) };
    },
    return: async () => ({ done: true as const, value: undefined }),
  };
  return { ...bodyOf(""), body: stream };
}

async function readAll({ body }: Pick<CachedResponse, "body">): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString();
  let text = "";
  for (let next = await body.next(); !next.done; next = await body.next()) text += next.value.toString();
  return text;
}

/** Makes bodies and counts them. */
function maker(make: () => Promise<CachedResponse>): { make: () => Promise<CachedResponse>; timesMade: () => number } {
  let count = 0;
  return {
    make: () => {
      count++;
      return make();
    },
    timesMade: () => count,
  };
}

describe("ResponseCache", () => {
  it("computes the body of a key once", async () => {
    const cache = new ResponseCache(10_000);
    const { make, timesMade } = maker(async () => bodyOf("a"));
    const first = await cache.take("key", make);
    assert.equal(await cache.take("key", make), first);
    await cache.take("other", make);
    assert.equal(timesMade(), 2);
  });

  it("computes it once for simultaneous requests", async () => {
    const cache = new ResponseCache(0);
    const { make, timesMade } = maker(async () => bodyOf("a"));
    const bodies = await Promise.all([1, 2, 3].map(() => cache.take("key", make)));
    assert.equal(timesMade(), 1);
    assert.equal(bodies[2], bodies[0]);
  });

  it("stays within its size: the least recently used body is dropped first", async () => {
    const cache = new ResponseCache(3000);
    const { make, timesMade } = maker(async () => bodyOf("x".repeat(800)));
    for (const key of ["a", "b", "a", "c", "c", "a"]) await cache.take(key, make);
    assert.equal(timesMade(), 4);
    await cache.take("b", make);
    assert.equal(timesMade(), 5);
    assert.ok(cache.figures().bytes <= 3000);
  });

  it("keeps bodies that were requested twice, and others while there is free space", async () => {
    const cache = new ResponseCache(3000);
    const body = "x".repeat(800);
    const made: string[] = [];
    const ask = (key: string): Promise<CachedResponse> =>
      cache.take(key, async () => {
        made.push(key);
        return bodyOf(body, key);
      });
    for (const key of ["a", "b"]) await ask(key);
    for (let key = 0; key < 100; key++) await ask(`${key}`);
    assert.equal(made.length, 102);
    for (const key of ["a", "b", "99", "99"]) await ask(key);
    assert.deepEqual(made.slice(102), ["99"]);
    assert.equal(cache.figures().bodies, 2);
  });

  it("keeps a copy of bytes that share a buffer with others", async () => {
    const cache = new ResponseCache(10_000);
    const shared = Buffer.from("before a body after");
    const body = shared.subarray(7, 13);
    await cache.take("key", async () => ({ ...bodyOf(""), body }));
    const { body: kept } = await cache.take("key", () => assert.fail());
    assert.ok(Buffer.isBuffer(kept));
    assert.equal(kept.toString(), "a body");
    assert.equal(kept.buffer.byteLength, 6);
  });

  it("gives every reader a stream of its own until all of one has been read", async () => {
    const cache = new ResponseCache(10_000);
    const { make, timesMade } = maker(async () => streamOf("ab", "cd"));
    const [first] = await Promise.all([cache.take("key", make), cache.take("key", make)]);
    await cache.take("key", make);
    assert.deepEqual([timesMade(), cache.figures().bodies], [3, 0]);
    assert.equal(await readAll(first), "abcd");
    const { body } = await cache.take("key", () => assert.fail());
    assert.ok(Buffer.isBuffer(body));
    assert.equal(body.toString(), "abcd");
  });

  it("keeps no stream that was not read to its end", async () => {
    const cache = new ResponseCache(10_000);
    const { body } = await cache.take("key", async () => streamOf("ab", "cd"));
    assert.ok(!Buffer.isBuffer(body));
    await body.next();
    await body.return();
    assert.deepEqual([cache.figures().bodies, cache.figures().bytes], [0, 0]);
  });

  it("keeps a copy of a stream's pieces, which may be used again", async () => {
    const cache = new ResponseCache(10_000);
    const piece = Buffer.from("ab");
    const { body } = await cache.take("key", async () => {
      const { body: stream } = streamOf("ab", "cd");
      assert.ok(!Buffer.isBuffer(stream));
      const next = async (): ReturnType<typeof stream.next> => {
        const result = await stream.next();
        if (!result.done) result.value.copy(piece);
        return result.done ? result : { done: false, value: piece };
      };
      return { ...bodyOf(""), body: { next, return: () => stream.return() } };
    });
    assert.equal(await readAll({ body }), "abcd");
    const kept = await cache.take("key", () => assert.fail());
    assert.equal(kept.body.toString(), "abcd");
  });

  it("keeps copies of long streams apart that are read one after another and at once", async () => {
    const cache = new ResponseCache(10_000_000);
    const texts = new Map([..."abcdef"].map((letter, at) => [letter, letter.repeat(50_000 * (at + 1))]));
    const take = async (letter: string): Promise<string> =>
      readAll(await cache.take(letter, async () => streamOf(...texts.get(letter)!.match(/.{1,40000}/g)!)));
    assert.equal(await take("f"), texts.get("f"));
    assert.equal(await take("a"), texts.get("a"));
    await Promise.all([..."bcde"].map(take));
    for (const [letter, text] of texts) {
      const { body } = await cache.take(letter, () => assert.fail());
      assert.ok(Buffer.isBuffer(body));
      assert.deepEqual([body.toString() === text, body.buffer.byteLength], [true, text.length]);
    }
  });

  it("keeps streams within its size, and in a full cache those that were requested twice", async () => {
    const cache = new ResponseCache(4000);
    const ask = async (key: string, size: number): Promise<string> =>
      readAll(
        await cache.take(key, async () => ({
          ...streamOf(
            ..."x"
              .repeat(size / 100)
              .split("")
              .map((x) => x.repeat(100)),
          ),
          etag: key,
        })),
      );
    assert.equal((await ask("large", 5000)).length, 5000);
    assert.equal((await ask("large", 5000)).length, 5000);
    assert.equal(cache.figures().bodies, 0);
    await ask("a", 2500);
    await ask("b", 2500);
    assert.equal((await cache.take("a", () => assert.fail())).body.toString().length, 2500);
    await ask("b", 2500);
    assert.equal((await cache.take("b", () => assert.fail())).body.toString().length, 2500);
    assert.ok(cache.figures().bytes <= 4000);
  });

  it("caches no failure; a cancelled request does not fail another one", async () => {
    const cache = new ResponseCache(10_000);
    let fail = true;
    const make = async (): Promise<CachedResponse> => {
      if (!fail) return bodyOf("a");
      fail = false;
      throw new Error("given up");
    };
    const [first, second] = await Promise.allSettled([cache.take("key", make), cache.take("key", make)]);
    assert.deepEqual([first.status, second.status], ["rejected", "fulfilled"]);
  });

  describe("replies by request", () => {
    const reply = (key: string, holds = () => true): HttpReply => ({
      status: 200,
      headers: [["ETag", '"a"']],
      body: Buffer.from("a"),
      again: { key, holds },
    });

    it("have the cached body", async () => {
      const cache = new ResponseCache(10_000);
      const { body } = await cache.take("key", async () => bodyOf("a"));
      cache.remember("request", reply("key"));
      assert.deepEqual(cache.recall("request"), { status: 200, headers: [["ETag", '"a"']], body });
      assert.equal(cache.recall("other request"), undefined);
    });

    it("are not repeated if they no longer hold or cannot be repeated", async () => {
      const cache = new ResponseCache(10_000);
      await cache.take("key", async () => bodyOf("a"));
      let holds = true;
      cache.remember(
        "request",
        reply("key", () => holds),
      );
      cache.remember("once", { ...reply("key"), again: undefined });
      assert.ok(cache.recall("request"));
      holds = false;
      assert.equal(cache.recall("request"), undefined);
      assert.equal(cache.recall("once"), undefined);
    });

    it("are dropped with their body", async () => {
      const cache = new ResponseCache(3000);
      await cache.take("a", async () => bodyOf("a"));
      cache.remember("request", reply("a"));
      for (const key of ["b", "c", "c"]) await cache.take(key, async () => bodyOf("x".repeat(1000)));
      assert.equal(cache.recall("request"), undefined);
    });

    it("are not stored without their body", async () => {
      const cache = new ResponseCache(0);
      await cache.take("key", async () => bodyOf("a"));
      cache.remember("request", reply("key"));
      assert.equal(cache.recall("request"), undefined);
    });

    it("take at most an eighth of the bytes", async () => {
      const cache = new ResponseCache(80_000);
      await cache.take("key", async () => bodyOf("a"));
      const keys = Array.from({ length: 20 }, (_, number) => `${number}`.padStart(1000, "x"));
      for (const each of keys) cache.remember(each, reply("key"));
      assert.equal(keys.filter((each) => cache.recall(each)).length, 6);
    });
  });
});
