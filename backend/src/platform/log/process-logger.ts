import { ConsoleLogger } from "@nestjs/common";

/**
 * One JSON object per line, for people with `jq` and for collectors. Nothing logged may hold a name, e-mail, phone,
 * GST number or secret: log ids and codes.
 */
export function processLogger(process: string): ConsoleLogger {
  return new ConsoleLogger(process, {
    json: true,
    colors: false,
    logLevels: ["log", "warn", "error", "fatal"],
  });
}
