import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file in an archive; its content is asked for when its turn comes. */
export interface ZippedFile {
  readonly name: string;
  /** Already compressed, as PDFs are, or not worth it. */
  readonly stored?: boolean;
  readonly content: () => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/**
 * A ZIP archive, made as it is read: files are opened one after another, so that memory does not grow with them. An archive
 * that is no longer read closes the file it was at, and one whose file fails is cut off, so that nobody takes it for whole.
 */
export function zipStream(files: readonly ZippedFile[]): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let open: Readable | undefined;
  zip.on("error", (error: Error) => out.destroy(error));
  out.once("close", () => open?.destroy());
  for (const { name, stored = false, content } of files) {
    zip.addReadStreamLazy(name, { compress: !stored }, (given) => {
      open = Readable.from(content(), { objectMode: false });
      open.once("error", (error) => out.destroy(error));
      given(null, open);
    });
  }
  zip.end();
  return out;
}
