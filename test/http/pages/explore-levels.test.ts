import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MANY_ROWS, startExploreTown } from "./explore-town.js";
import { readText } from "./markup.js";

const { explore, open } = startExploreTown([], MANY_ROWS);

interface Subtotal {
  name: string;
  amount: number;
  readonly parts: Subtotal[];
}

/** Read the subtotals of a page with their parts. */
function readTree(page: string): Subtotal {
  const [, tree] = /<div class="tree[^"]*"[^>]*>([^]*?)<\/div>/.exec(page)!;
  const root: Subtotal = { name: "", amount: 0, parts: [] };
  const open = [root];
  for (const [token, name, amount] of tree!.matchAll(
    /<li>|<\/li>|<span class="name[^"]*">([^]*?)<\/span\s*>\s*<span class="number">([^]*?)<\/span>/g,
  )) {
    if (token === "<li>") {
      const node = { name: "", amount: 0, parts: [] };
      open.at(-1)!.parts.push(node);
      open.push(node);
    } else if (token === "</li>") open.pop();
    else Object.assign(open.at(-1)!, { name: readText(name!).trim(), amount: amountOf(amount!) });
  }
  root.amount = amountOf(/<span>Total[^<]*<\/span>\s*<span class="number">([^]*?)<\/span>/.exec(tree!)![1]!);
  return root;
}

function amountOf(cell: string): number {
  const [, exact] = /<data value="([^"]*)"/.exec(cell) ?? [];
  return Number(exact ?? readText(cell).replaceAll(",", ""));
}

describe("subtotals of the explorer", () => {
  for (const drilldown of ["region|cofog1", "cofog1|region|time.year"]) {
    it(`by ${drilldown} are the sums of their parts, with the others together`, async () => {
      const root = readTree(await explore(`drilldown=${drilldown}&rollup=true`));
      const cents = (amount: number): number => Math.round(amount * 100);
      assert.equal(cents(root.amount), Number(MANY_ROWS.reduce((sum, { paid }) => sum + paid, 0n)));
      let nodes = 0;
      const check = ({ name, amount, parts }: Subtotal): void => {
        nodes++;
        if (parts.length === 0) return;
        assert.equal(
          parts.reduce((sum, part) => sum + cents(part.amount), 0),
          cents(amount),
          name,
        );
        parts.forEach(check);
      };
      check(root);
      assert.ok(nodes > 100, String(nodes));
    });
  }

  it("have bars on one scale for all levels, beside amounts below zero, too", async () => {
    const page = await explore("drilldown=region|time.name&rollup=true&order=amount:asc");
    const [, tree] = /<div class="tree[^"]*"[^>]*>([^]*?)<\/div>/.exec(page)!;
    const rows = [...tree!.matchAll(/<span class="name">[^]*?(?=<span class="name|<\/ul>)/g)].map(([row]) => ({
      amount: amountOf(/<span class="number">([^]*?)<\/span>/.exec(row)![1]!),
      row,
    }));
    const bars = rows.map(({ amount, row }) => {
      const [, x, width] =
        /<span class="bar">\s*<svg[^>]*>\s*<rect\s+x="([^"]*)"\s+width="([^"]*)"/.exec(row) ?? assert.fail(row);
      return { amount, x: Number(x), width: Number(width) };
    });
    const [low, high] = [
      Math.min(0, ...bars.map(({ amount }) => amount)),
      Math.max(...bars.map(({ amount }) => amount)),
    ];
    assert.ok(bars.length > 100 && low < 0, `${bars.length} ${low}`);
    for (const { amount, x, width } of bars) {
      const place = (each: number): number => ((each - low) / (high - low)) * 100;
      assert.ok(Math.abs(width - Math.abs(place(amount) - place(0))) < 0.02, `${amount}`);
      assert.ok(Math.abs(x - place(Math.min(0, amount))) < 0.02, `${amount}`);
    }
    const others = tree!.match(/<span class="name rest">[^]*?(?=<\/li>)/g)!;
    assert.ok(others.length > 0 && others.every((row) => !row.includes("<svg")), "the others have none, as in tables");
  });

  it("begin with the largest, and put those that have no room together", async () => {
    const { parts } = readTree(await explore("drilldown=region|cofog1&rollup=true"));
    assert.equal(parts.at(-1)!.name, `The other ${70 - 40}`);
    const amounts = parts.slice(0, -1).map(({ amount }) => amount);
    assert.deepEqual(
      amounts,
      amounts.toSorted((a, b) => b - a),
    );
  });

  it("are offered where there are several levels, and can be left", async () => {
    const hrefs = (page: string): readonly string[] =>
      Array.from(page.matchAll(/href="([^"]*)">(?:All levels|Without subtotals)</g), ([, href]) => readText(href!));
    const [there] = hrefs(await explore("drilldown=region|cofog1"));
    assert.match(there!, /drilldown=region%7Ccofog1&.*rollup=true/);
    const [back] = hrefs((await open(there!)).text);
    assert.doesNotMatch(back!, /rollup/);
    assert.deepEqual(hrefs(await explore("drilldown=region")), []);
  });

  it("are refused together with conditions, with the error of the call", async () => {
    const { status, text } = await open("/town/explore?drilldown=region|cofog1&rollup=true&top=3");
    assert.equal(status, 400);
    assert.match(text, /it cannot be combined with top/);
  });
});
