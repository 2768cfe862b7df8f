/** Names in the attacked dataset. */
export interface Target {
  readonly dataset: string;
  /** A dimension with a member for each entry. */
  readonly key: string;
  /** A word of every member of the dimension `from`. */
  readonly common: string;
  /** Words of members of the dimension `to`. */
  readonly words: readonly string[];
}

/** Cookie and token with which a browser sends the sign-in form. */
export interface SignInForm {
  readonly cookie: string;
  readonly token: string;
}

/** Find the names of the only dataset of a server. */
export async function describeTarget(url: string): Promise<Target> {
  const read = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T;
  const { datasets } = await read<{ readonly datasets: readonly { readonly name: string }[] }>("/datasets.json");
  const dataset = datasets[0]!.name;
  const dimensions = await read<readonly { readonly name: string; readonly type: string }[]>(
    `/${dataset}/dimensions.json`,
  );
  const wordsOf = async (dimension: string): Promise<readonly string[]> => {
    const { results } = await read<{ readonly results: readonly { readonly label: string }[] }>(
      `/${dataset}/${dimension}.distinct.json?pagesize=5000`,
    );
    return results.flatMap(({ label }) => label.toLowerCase().match(/[a-z]{3,}/g) ?? []);
  };
  return {
    dataset,
    key: dimensions.find(({ type }) => type === "attribute")!.name,
    common: mostFrequent(await wordsOf("from")),
    words: [...new Set(await wordsOf("to"))].slice(0, 1500),
  };
}

export async function openSignIn(url: string): Promise<SignInForm> {
  const page = await fetch(`${url}/login`);
  const [, token] = /name="token" value="([^"]+)"/.exec(await page.text())!;
  return { cookie: page.headers.get("set-cookie")!.split(";")[0]!, token: token! };
}

function mostFrequent(words: readonly string[]): string {
  const count = (word: string): number => words.filter((each) => each === word).length;
  return words.toSorted((a, b) => count(b) - count(a))[0]!;
}
