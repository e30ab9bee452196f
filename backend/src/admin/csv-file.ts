import { Readable } from "node:stream";
import { StreamableFile } from "@nestjs/common";
import { istDate } from "@sakhi/domain/invoices/indian-dates";
import { attachment } from "../platform/http/attachment.js";

/** Heading of the column, the last one, with the event that a row is about: whatever is taken away says which Mela it is of. */
export const EVENT_COLUMN = "Event";

/**
 * Name of a file about an event or all of them, by the Indian day: "mela-accounts-the-mela-2026-2026-11-21.csv".
 *
 * @param event undefined for all
 */
export function exportName(
  what: string,
  event: { readonly slug: string } | undefined,
  now = new Date(),
  ending: "csv" | "pdf" = "csv",
): string {
  return `${what}-${event?.slug ?? "all-events"}-${istDate(now)}.${ending}`;
}

/** A CSV that the browser saves under this name. */
export function csvFile(name: string, content: Uint8Array | Readable): StreamableFile {
  const options = { type: "text/csv; charset=utf-8", disposition: attachment(name) };
  return content instanceof Readable ? new StreamableFile(content, options) : new StreamableFile(content, options);
}
