import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";

/** The workflows from source, as the worker gets them. */
export function bundleWorkflows(): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL("../../../workflows/src/index.ts", import.meta.url)),
    logger: new DefaultLogger("ERROR"),
    webpackConfigHook: (config) => ({
      ...config,
      resolve: { ...config.resolve, conditionNames: ["source", "..."] },
    }),
  });
}

/** A Temporal server of a test's own, to be killed and started again over the same file. */
export class OwnTemporalServer {
  private server: ChildProcess | undefined;

  constructor(
    private readonly cli: string,
    readonly port: number,
    private readonly file: string,
  ) {}

  start(): void {
    const parameters = ["server", "start-dev", "--headless", "--log-level", "never"];
    this.server = spawn(this.cli, [...parameters, "--port", String(this.port), "--db-filename", this.file], {
      stdio: "ignore",
    });
  }

  async kill(): Promise<void> {
    const server = this.server;
    if (server === undefined) return;
    this.server = undefined;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  }
}
