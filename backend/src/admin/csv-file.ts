import { Readable } from "node:stream";
import { StreamableFile } from "@nestjs/common";
import { attachment } from "../platform/http/attachment.js";

/** A CSV that the browser saves under this name. */
export function csvFile(name: string, content: Uint8Array | Readable): StreamableFile {
  const options = { type: "text/csv; charset=utf-8", disposition: attachment(name) };
  return content instanceof Readable ? new StreamableFile(content, options) : new StreamableFile(content, options);
}
