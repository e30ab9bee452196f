import { join } from "node:path";
import { Connection } from "@temporalio/client";
import { Supervised } from "./supervised.js";

/**
 * A Temporal server of a test's own, as scripts/lib/temporal.mjs runs the product's, so that it can be stopped and
 * come back without its data.
 */
export class TemporalServer {
  private server: Supervised | undefined;
  private generation = 0;

  constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Starts it, with the data it had. */
  async start(): Promise<void> {
    const cli = process.env["TEMPORAL_CLI"];
    if (cli === undefined) throw new Error("TEMPORAL_CLI is missing: run tests with `npm test -- <file>`");
    const attributes = ["StallId", "OrderId", "Stage"].flatMap((name) => [
      "--search-attribute",
      `${name}=Keyword`,
    ]);
    this.server = new Supervised({
      name: "Temporal",
      command: cli,
      args: [
        ...["server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", String(this.port)],
        ...["--db-filename", join(this.folder, `temporal-${this.generation}.db`), "--log-level", "error"],
        ...attributes,
      ],
      env: { PATH: process.env["PATH"] ?? "", HOME: this.folder },
      log: join(this.folder, "temporal.log"),
      serves: () => answers(this.address),
    });
    await this.server.start();
  }

  async kill(): Promise<void> {
    await this.server?.kill();
  }

  /** From now on it starts with nothing. Only while it is stopped. */
  wipe(): void {
    this.generation += 1;
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: "1s" });
    try {
      await connection.workflowService.describeNamespace({ namespace: "default" });
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}
