import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { TEST_SETTINGS } from "../support/config.js";

/** What a spec asks of the process (picture-process.mjs). */
type Ask = "delay" | { readonly check: string; readonly stallAfter: number | "decoding" };

/** A process of picture-process.mjs. */
export class PictureProcess {
  private constructor(
    private readonly child: ChildProcess,
    /** Its first message. */
    readonly first: { readonly port?: number } | string,
  ) {}

  static async start(role: "api" | "checks", settings: Readonly<Record<string, string>>): Promise<PictureProcess> {
    const child = fork(fileURLToPath(new URL("picture-process.mjs", import.meta.url)), [role], {
      execArgv: [],
      env: { ...TEST_SETTINGS, ...process.env, NODE_OPTIONS: "", ...settings },
    });
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the process ended with ${String(code)}`);
    });
    ended.catch(() => undefined);
    const [first] = (await Promise.race([once(child, "message"), ended])) as [{ port?: number } | string];
    return new PictureProcess(child, first);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Its address, for the role api. */
  get site(): string {
    return typeof this.first === "string" ? "" : `http://127.0.0.1:${this.first.port ?? 0}`;
  }

  /** Sends a request. @returns its answer */
  async ask<Answer>(ask: Ask): Promise<Answer> {
    const answer = once(this.child, "message");
    this.child.send(ask);
    const [message] = (await answer) as [Answer];
    return message;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }
}
