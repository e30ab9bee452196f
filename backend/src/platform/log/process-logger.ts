import { ConsoleLogger } from "@nestjs/common";
import { currentRequestId } from "./request-context.js";

/**
 * One JSON object per line and event, in production as on a developer's machine: `level`, `timestamp` (ms since
 * 1970), `process`, `pid`, `context` (who says it), `message` (words, or an object of facts) and, for whatever
 * happens while a request is answered, `requestId`. Nothing logged may hold a name, e-mail, phone, GST number or
 * secret: log ids and codes.
 */
export class ProcessLogger extends ConsoleLogger {
  constructor(private readonly process: string) {
    super({ json: true, colors: false, logLevels: ["log", "warn", "error", "fatal"] });
  }

  protected override getJsonLogObject(...args: Parameters<ConsoleLogger["getJsonLogObject"]>) {
    const requestId = currentRequestId();
    return {
      ...super.getJsonLogObject(...args),
      process: this.process,
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** @param process as it is called: api, orchestrator or jobs */
export function processLogger(process: string): ProcessLogger {
  return new ProcessLogger(process);
}
