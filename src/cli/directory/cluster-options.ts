import { readFileSync } from "node:fs";
import type { ClusterSettings } from "../../engines/clickhouse/client/settings.js";
import type { ENGINE_SETTINGS } from "../settings/engine-settings.js";
import type { OptionsOf } from "../settings/setting.js";
import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";

/** Options of the ClickHouse engine, as commands have them. */
export type EngineOptions = Partial<OptionsOf<typeof ENGINE_SETTINGS>>;

const PASSWORD = "SPENDCUBE_CLICKHOUSE_PASSWORD";
const PASSWORD_FILE = `${PASSWORD}_FILE`;
/** Characters of names that stand in statements. */
const IDENTIFIER = /^[A-Za-z_]\w*$/;

/**
 * Read how the cluster is reached; `null` for the engine in memory.
 * @throws InvalidQuery with all that is missing or wrong
 */
export function readClusterOptions(options: EngineOptions): ClusterSettings | null {
  if (options.engine !== "clickhouse") return null;
  const { clickhouseUrl = "", clickhouseCluster = "", clickhouseDatabase = "", clickhouseUser = "" } = options;
  const errors: string[] = [];
  const urls = clickhouseUrl.split(",").map((url) => url.trim());
  if (clickhouseUrl === "") errors.push(errorText("clickhouse_url_missing"));
  else for (const url of urls) errors.push(...checkUrl(url, options.clickhouseInsecure ?? false));
  for (const [flag, name] of [
    ["--clickhouse-cluster", clickhouseCluster],
    ["--clickhouse-database", clickhouseDatabase],
  ]) {
    if (!IDENTIFIER.test(name!)) errors.push(`${flag}: ${errorText("not_an_identifier", { value: name })}`);
  }
  const password = readPassword(errors);
  const ca = readCertificates(options.clickhouseCa, errors);
  if (errors.length > 0) throw new InvalidQuery(errors);
  return { urls, cluster: clickhouseCluster, database: clickhouseDatabase, user: clickhouseUser, password, ca };
}

function checkUrl(text: string, isInsecure: boolean): readonly string[] {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    return [`--clickhouse-url: ${errorText("not_an_http_url", { value: text })}`];
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") {
    return [`--clickhouse-url: ${errorText("credentials_in_url", { name: PASSWORD })}`];
  }
  const isLocal = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  if (protocol === "https:" || isLocal || isInsecure) return [];
  return [`--clickhouse-url: ${errorText("sent_in_plain_text", { url: text })}`];
}

function readPassword(errors: string[]): string {
  const file = process.env[PASSWORD_FILE] ?? "";
  if (file === "") return process.env[PASSWORD] ?? "";
  return readText(file, PASSWORD_FILE, errors).replace(/\r?\n$/, "");
}

function readCertificates(file: string | undefined, errors: string[]): string | undefined {
  return file === undefined ? undefined : readText(file, "--clickhouse-ca", errors);
}

function readText(file: string, setting: string, errors: string[]): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = (error as Error).message;
    errors.push(`${setting}: ${errorText("stored_file_not_read", { file, reason, remedy: "" })}`);
    return "";
  }
}
