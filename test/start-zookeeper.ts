import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const JAR = "/usr/share/java/zookeeper.jar";
const CHDB = resolve("test/clickhouse/node_modules/@chdb/lib-linux-x64-gnu/package.json");
/** The version that test/clickhouse/replica.py knows. */
const VERSION = "26.7.3-stable.1";
/** Milliseconds for it to start on a busy machine. */
const START = 60_000;

/** Reason to skip tests of replicas; `false` if they can run. */
export const NO_REPLICAS: string | false = describeMissing();

/** The service by which replicas agree. */
export interface ZooKeeper {
  close(): Promise<void>;
}

/** Start ZooKeeper in a directory of its own. */
export async function startZooKeeper(directory: string, port: number): Promise<ZooKeeper> {
  await mkdir(directory);
  const config = join(directory, "zoo.cfg");
  const lines = [
    "tickTime=500",
    `dataDir=${directory}`,
    `clientPort=${port}`,
    "clientPortAddress=127.0.0.1",
    "admin.enableServer=false",
    "maxClientCnxns=0",
  ];
  await writeFile(config, lines.join("\n"));
  const main = ["-Xmx256m", "-cp", JAR, "org.apache.zookeeper.server.quorum.QuorumPeerMain", config];
  // It ends with this process.
  const server = spawn("setpriv", ["--pdeathsig", "KILL", "java", ...main], { stdio: "ignore" });
  const close = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  };
  const deadline = Date.now() + START;
  while (!(await isListening(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await close();
      throw new Error("ZooKeeper did not start");
    }
    await wait(50);
  }
  return { close };
}

function describeMissing(): string | false {
  if (!existsSync(CHDB)) return "ClickHouse is not installed: npm ci --prefix test/clickhouse";
  const { version } = JSON.parse(readFileSync(CHDB, "utf8")) as { readonly version: string };
  if (version !== VERSION) return `Replicas are only known to run with ClickHouse ${VERSION}, not ${version}`;
  const isThere = existsSync(JAR) && existsSync("/usr/bin/java");
  return isThere ? false : "ZooKeeper is not installed: apt-get install zookeeper default-jre-headless";
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
