/** Runs a simulator as a separate process. */

/** A started simulator. */
export interface Running {
  /** One line for the terminal. */
  line: string;
  stop: () => Promise<void>;
}

/**
 * Starts a simulator, prints its line, sends "ready" to a parent process, and stops cleanly on SIGTERM or SIGINT. If the
 * start fails, prints one sentence to stderr and exits with code 1.
 */
export async function run(name: string, start: () => Promise<Running>): Promise<void> {
  let running: Running;
  try {
    running = await start();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const message = error instanceof Error ? error.message : String(error);
    console.error(`${name} cannot start: ${code === "EADDRINUSE" ? `the port is taken (${message})` : message}`);
    process.exitCode = 1;
    if (process.connected) process.disconnect();
    return;
  }
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`${name} did not stop cleanly: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  console.log(running.line);
  process.send?.("ready");
}
