import { Logger } from "@nestjs/common";
import { type Config, readConfig } from "./config/config.js";
import { SettingsError } from "./config/settings.js";
import { describeError, errorPlace } from "./log/log.js";
import { VERSION } from "./version.js";

/** Exit code for invalid settings (sysexits' EX_CONFIG): a restart does not help. */
const EXIT_SETTINGS = 78;

/** A running process. */
export interface RunningProcess {
  /** Stops accepting work, finishes work in progress, closes connections. */
  stop(): Promise<void>;
}

/** Timeout of a clean stop, in ms; then the process exits anyway. */
const STOP_TIMEOUT_MS = 15_000;

/**
 * Runs a process: reads the settings (reporting all problems at once), starts it, sends "ready" to the supervisor, stops
 * cleanly on SIGTERM and SIGINT, and exits with an error on an unhandled rejection or exception.
 */
export async function startProcess(start: (config: Config) => Promise<RunningProcess>): Promise<void> {
  let running: RunningProcess | undefined;
  let stopping = false;
  const stop = (code: number): void => {
    // Startup waits for Temporal indefinitely, and has no work in progress.
    if (running === undefined) process.exit(1);
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code === 0 ? 1 : code), STOP_TIMEOUT_MS).unref();
    running.stop().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  // Before the start: PID 1 of a container ignores signals it has no handler for.
  process.once("SIGTERM", () => stop(0));
  process.once("SIGINT", () => stop(0));
  // The supervisor died and can no longer stop this process.
  process.once("disconnect", () => stop(0));
  // Without the message, which may contain personal data. Node would print it.
  const failed = (event: string) => (reason: unknown) => {
    new Logger("Process").fatal({ event, error: describeError(reason), place: errorPlace(reason) });
    stop(1);
  };
  process.once("unhandledRejection", failed("unhandled_rejection"));
  process.once("uncaughtException", failed("uncaught_exception"));

  try {
    const config = readConfig(process.env, { dates: false });
    running = await start(config);
    const log = new Logger("Settings");
    new Logger("Process").log({ event: "process_started", version: VERSION, node: process.version });
    for (const believed of config.believed) log.log({ event: "setting_believed", believed });
  } catch (error) {
    if (error instanceof SettingsError) {
      for (const problem of error.problems) console.error(problem);
      process.exit(EXIT_SETTINGS);
    }
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(1);
  }
  process.send?.("ready");
}

/** Ends a command once everything is printed: an exit cuts off what a pipe has not taken yet, which is all beyond 64 KiB. */
export async function exitOncePrinted(code: number): Promise<never> {
  await new Promise<void>((resolve) => {
    process.stdout.write("", () => resolve());
  });
  process.exit(code);
}
