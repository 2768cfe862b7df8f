import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const DRIVER = "chromedriver";

/** Return why there is no browser to test with; `false` if there is one. */
export function missingBrowser(): string | false {
  const found = spawnSync(DRIVER, ["--version"]).error === undefined;
  return found ? false : "Chromium and its driver are not installed: apt install chromium chromium-driver";
}

export interface BrowserStyle {
  readonly isPhone: boolean;
  readonly hasScripts: boolean;
  readonly isDark: boolean;
}

/** A browser driven by WebDriver. */
export class Browser {
  readonly #driver: ChildProcess;
  readonly #session: string;

  private constructor(driver: ChildProcess, session: string) {
    this.#driver = driver;
    this.#session = session;
  }

  static async start({ isPhone, hasScripts, isDark }: BrowserStyle): Promise<Browser> {
    const { driver, port } = await startDriver();
    const chrome = {
      args: [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--window-size=1280,900",
        `--blink-settings=preferredColorScheme=${isDark ? 0 : 1}`,
      ],
      ...(isPhone ? { mobileEmulation: { deviceMetrics: { width: 390, height: 844, pixelRatio: 2 } } } : {}),
    };
    const capabilities = {
      alwaysMatch: {
        browserName: "chrome",
        pageLoadStrategy: "normal",
        "goog:chromeOptions": chrome,
        "goog:loggingPrefs": { browser: "ALL", performance: "ALL" },
      },
    };
    const url = `http://127.0.0.1:${port}/session`;
    const { sessionId } = (await command(url, "POST", { capabilities })) as { sessionId: string };
    const browser = new Browser(driver, `${url}/${sessionId}`);
    // Disables the scripts of pages only; scripts that tests run still work.
    const disabling = { cmd: "Emulation.setScriptExecutionDisabled", params: { value: !hasScripts } };
    await browser.#command("goog/cdp/execute", disabling);
    return browser;
  }

  async open(url: string): Promise<void> {
    await this.#command("url", { url });
  }

  back(): Promise<unknown> {
    return this.#command("back", {});
  }

  /** Run a script in the page and wait for its promise. */
  async run<T>(script: string): Promise<T> {
    return (await this.#command("execute/sync", { script, args: [] })) as T;
  }

  /** Take a screenshot of the window as WebP. @param scale of its width and height */
  async picture(scale = 1): Promise<Buffer> {
    const [width, height] = await this.run<[number, number]>("return [innerWidth, innerHeight]");
    return this.#capture(scale === 1 ? {} : { clip: { x: 0, y: 0, width, height, scale } });
  }

  /** Take a screenshot of the whole page as WebP, also of what is below the window. @param maxHeight in pixels */
  async pictureOfPage(maxHeight: number): Promise<Buffer> {
    const { scrollWidth, scrollHeight } = await this.run<{ scrollWidth: number; scrollHeight: number }>(
      "const { scrollWidth, scrollHeight } = document.documentElement; return { scrollWidth, scrollHeight }",
    );
    const clip = { x: 0, y: 0, width: scrollWidth, height: Math.min(scrollHeight, maxHeight), scale: 1 };
    return this.#capture({ clip, captureBeyondViewport: true });
  }

  async #capture(options: object): Promise<Buffer> {
    const params = { format: "webp", quality: 70, ...options };
    const capture = { cmd: "Page.captureScreenshot", params };
    const { data } = (await this.#command("goog/cdp/execute", capture)) as { data: string };
    return Buffer.from(data, "base64");
  }

  /** Click the first element that a selector finds. */
  async click(selector: string): Promise<void> {
    await this.#command(`element/${await this.#find(selector)}/click`, {});
  }

  /** Replace the text of a field. @param text a path for a file field */
  async type(selector: string, text: string): Promise<void> {
    const element = await this.#find(selector);
    if (!selector.includes("file")) await this.#command(`element/${element}/clear`, {});
    await this.#command(`element/${element}/value`, { text });
  }

  /** Choose an option of a list. */
  async choose(selector: string, value: string): Promise<void> {
    await this.click(`${selector} option[value="${value}"]`);
  }

  /** Enter a frame of the page; `null` returns to the page. */
  async enterFrame(index: number | null): Promise<void> {
    await this.#command("frame", { id: index });
  }

  /** Wait until a script in the page returns true, also across navigations; at most about a minute. */
  async until(script: string): Promise<void> {
    for (let error: unknown = null, tries = 0; tries < 3000; tries++) {
      try {
        if (await this.run<boolean>(`return Boolean(${script})`)) return;
      } catch (reason) {
        error = reason;
      }
      if (tries === 2999) throw new Error(`never true: ${script}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #find(selector: string): Promise<string> {
    const found = await this.#command("element", { using: "css selector", value: selector });
    return Object.values(found as Record<string, string>)[0]!;
  }

  /** Press keys one after the other. @param keys in the notation of WebDriver: `\ue004` is the tab key */
  async press(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#command("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Press keys together. */
  async chord(keys: readonly string[]): Promise<void> {
    const down = keys.map((value) => ({ type: "keyDown", value }));
    const up = keys.toReversed().map((value) => ({ type: "keyUp", value }));
    await this.#command("actions", { actions: [{ type: "key", id: "keyboard", actions: [...down, ...up] }] });
  }

  /** Show pages as printed, until another width is set. @param width of the paper in pixels; 0 for the screen */
  async emulatePaper(width: number): Promise<void> {
    const isPaper = width > 0;
    await this.#command("goog/cdp/execute", {
      cmd: "Emulation.setEmulatedMedia",
      params: { media: isPaper ? "print" : "screen" },
    });
    await this.#command("goog/cdp/execute", {
      cmd: isPaper ? "Emulation.setDeviceMetricsOverride" : "Emulation.clearDeviceMetricsOverride",
      params: isPaper ? { width, height: 1000, deviceScaleFactor: 1, mobile: false } : {},
    });
  }

  /** Show pages in the few colours that a reader has chosen, or not. */
  async forceColors(isForced: boolean): Promise<void> {
    const params = { features: [{ name: "forced-colors", value: isForced ? "active" : "none" }] };
    await this.#command("goog/cdp/execute", { cmd: "Emulation.setEmulatedMedia", params });
  }

  /** Print the page on A4. @returns a PDF file */
  async print(): Promise<Buffer> {
    const page = { width: 21, height: 29.7 };
    return Buffer.from(
      (await this.#command("print", { page, background: true, shrinkToFit: true })) as string,
      "base64",
    );
  }

  /** Show pages in a window of another width, in pixels. */
  async resize(width: number): Promise<void> {
    const params = { width, height: 844, deviceScaleFactor: 1, mobile: width < 640 };
    await this.#command("goog/cdp/execute", { cmd: "Emulation.setDeviceMetricsOverride", params });
  }

  /** Return the errors and warnings logged by the browser since the last call. */
  async complaints(): Promise<readonly string[]> {
    const entries = (await this.#command("se/log", { type: "browser" })) as { level: string; message: string }[];
    return entries.filter(({ level }) => level === "SEVERE" || level === "WARNING").map(({ message }) => message);
  }

  /** Return the URLs requested by the browser since the last call. */
  async requested(): Promise<readonly string[]> {
    const entries = (await this.#command("se/log", { type: "performance" })) as { message: string }[];
    return entries.flatMap(({ message }) => {
      const event = (JSON.parse(message) as { message: { method: string; params: { request?: { url: string } } } })
        .message;
      return event.method === "Network.requestWillBeSent" ? [event.params.request!.url] : [];
    });
  }

  /**
   * Simulate a slow network, and forget all files that were loaded.
   * @param kilobits a second, down
   */
  async slowDown(kilobits: number, latencyMilliseconds: number): Promise<void> {
    const throughput = (kilobits * 1000) / 8;
    const network = { offline: false, latency: latencyMilliseconds, downloadThroughput: throughput };
    const commands = [
      { cmd: "Network.enable", params: {} },
      { cmd: "Network.clearBrowserCache", params: {} },
      { cmd: "Network.emulateNetworkConditions", params: { ...network, uploadThroughput: throughput } },
    ];
    for (const each of commands) await this.#command("goog/cdp/execute", each);
  }

  async stop(): Promise<void> {
    await command(this.#session, "DELETE").catch(() => {});
    this.#driver.kill();
    if (this.#driver.exitCode === null && this.#driver.signalCode === null) await once(this.#driver, "exit");
  }

  #command(path: string, body: object): Promise<unknown> {
    return command(`${this.#session}/${path}`, "POST", body);
  }
}

/** Start the driver on a free port. It ends at once if another process takes the same port of the other IP version. */
async function startDriver(): Promise<{ readonly driver: ChildProcess; readonly port: string }> {
  for (let tries = 0; tries < 5; tries++) {
    const driver = spawn(DRIVER, ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
    const port = await readPort(driver);
    if (port !== undefined) return { driver, port };
  }
  throw new Error("the driver of the browser does not start");
}

async function readPort(driver: ChildProcess): Promise<string | undefined> {
  for await (const line of createInterface({ input: driver.stdout! })) {
    const [, port] = /started successfully on port (\d+)/.exec(line) ?? [];
    if (port !== undefined) return port;
  }
  return undefined;
}

async function command(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`${url}: ${(value as { message: string }).message}`);
  return value;
}
