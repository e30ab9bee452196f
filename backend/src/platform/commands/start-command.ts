import { Logger } from "@nestjs/common";
import type { Config } from "../config/config.js";
import { exitOncePrinted, type RunningProcess, startProcess } from "../start-process.js";
import { CommandLog } from "./command-log.js";
import { sentenceOf } from "./sentence-error.js";

/** How a command ends. */
interface CommandOptions {
  /** Exit code if it fails: 1, unless that has another meaning. */
  readonly failed?: number;
  /** Its result says what went wrong: nothing else is printed. */
  readonly silent?: boolean;
}

/**
 * Runs a command of an operator: it prints its sentences and nothing else, and what ends it is one sentence too
 * ({@link sentenceOf}); only a mistake of ours is printed with its stack. An application that it creates must not be given
 * another logger.
 *
 * @param run resolves to the exit code, or to a process that runs until it is stopped
 */
export function startCommand(
  run: (config: Config) => Promise<number | RunningProcess>,
  { failed = 1, silent = false }: CommandOptions = {},
): Promise<void> {
  Logger.overrideLogger(new CommandLog(silent));
  return startProcess(async (config) => {
    let result: number | RunningProcess = failed;
    try {
      result = await run(config);
    } catch (error) {
      const sentence = sentenceOf(error);
      if (sentence === undefined) throw error;
      console.error(sentence);
    }
    return typeof result === "number" ? exitOncePrinted(result) : result;
  });
}
