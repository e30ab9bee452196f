import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What the worker's process asks of us. */
interface Asked {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** What becomes of an activity: answered with its result, or never, because the worker is (to be) dead. */
export type Answer = { readonly result: unknown } | "never";

/** A worker in a process of its own that is to be killed with -9. */
export interface DyingWorker {
  readonly process: ChildProcess;
  readonly died: Promise<NodeJS.Signals | null>;
}

/**
 * Runs a worker in a process of its own, which hands every activity to us.
 *
 * @param bundleFile the workflows' bundle on disk
 * @param names the activities it offers
 */
export function startDyingWorker(
  { address, taskQueue, bundleFile }: { address: string; taskQueue: string; bundleFile: string },
  names: readonly string[],
  answer: (worker: ChildProcess, name: string, args: readonly unknown[]) => Promise<Answer>,
): DyingWorker {
  const script = fileURLToPath(new URL("./dying-worker.mjs", import.meta.url));
  const worker = fork(script, [address, taskQueue, bundleFile, ...names]);
  const died = new Promise<NodeJS.Signals | null>((resolve) => {
    worker.once("exit", (_code, signal) => {
      resolve(signal);
    });
  });
  worker.on("message", (message) => {
    const { id, name, args } = message as Asked;
    void answer(worker, name, args).then((answered) => {
      if (answered !== "never") worker.send({ id, answer: answered.result });
    });
  });
  return { process: worker, died };
}
