import { Logger } from "@nestjs/common";
import { type Config, readConfig } from "./config/config.js";
import { guardDatabaseClients } from "./database/guarded-clients.js";
import { describeError, errorPlace } from "./log/log.js";
import { SettingsError } from "./config/settings.js";

/** Exit code for settings that are wrong (sysexits' EX_CONFIG): a restart would not help. */
const EXIT_SETTINGS = 78;

/** A running process, as its starter hands it over. */
interface RunningProcess {
  /** Stops taking work, finishes what is under way, closes connections. */
  stop(): Promise<void>;
}

/** Longest we wait for a clean stop before we leave anyway, in ms. */
const STOP_TIMEOUT_MS = 15_000;

/**
 * The life of every process of ours: read the settings (all that is wrong is said at once), start, send the
 * supervisor "ready", stop cleanly on SIGTERM and SIGINT, and leave with an error when a promise was forgotten or nobody
 * caught an exception.
 */
export async function startProcess(start: (config: Config) => Promise<RunningProcess>): Promise<void> {
  guardDatabaseClients();
  let running: RunningProcess | undefined;
  let stopping = false;
  const stop = (code: number): void => {
    // Starting may take as long as Temporal is away; what only starts has nothing to finish.
    if (running === undefined) process.exit(1);
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code === 0 ? 1 : code), STOP_TIMEOUT_MS).unref();
    running.stop().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  // Before the start: the first process of a container is ended by no signal that it does not listen to.
  process.once("SIGTERM", () => stop(0));
  process.once("SIGINT", () => stop(0));
  // A supervisor that died cannot stop us any more.
  process.once("disconnect", () => stop(0));
  // Not its message: this one comes from the midst of the work, and may hold anything. Node would print it.
  const failed = (event: string) => (reason: unknown) => {
    new Logger("Process").fatal({ event, error: describeError(reason), place: errorPlace(reason) });
    stop(1);
  };
  process.once("unhandledRejection", failed("unhandled_rejection"));
  process.once("uncaughtException", failed("uncaught_exception"));

  try {
    running = await start(readConfig(process.env));
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
