import { once } from "node:events";
import { existsSync } from "node:fs";
import { PassThrough, type Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { Injectable, Logger } from "@nestjs/common";
import { BACKEND } from "../../platform/folders.js";
import { HttpError } from "../../platform/http/error-response.js";
import { describeError } from "../../platform/log/log.js";
import type { PrintContent } from "./print.content.js";

/** Threads that draw at a time, per process. */
const MAX_THREADS = 2;
/** `Retry-After` at that limit, in seconds. */
const RETRY_AFTER_SECONDS = 10;
/** Most time of one print, in ms: a thousand signs take a tenth of it. */
const TIMEOUT_MS = 120_000;
/** Most memory of a thread, in MB: all fonts and a thousand signs need less than half. */
const MEMORY_MB = 256;

/** Where the thread's program is: the build's bundle, or the compiler's output where nothing is bundled (`npm run dev`). */
function program(): string {
  const [bundle = "", compiled = ""] = ["dist/bundle/printer.js", "dist/main.printer.js"].map((file) =>
    fileURLToPath(new URL(file, BACKEND)),
  );
  return existsSync(bundle) ? bundle : compiled;
}

/** Draws prints, each in a thread of its own. */
@Injectable()
export class PrinterService {
  private readonly log = new Logger("Printer");
  private threads = 0;

  /**
   * Starts to draw a print. The thread ends when its reader leaves.
   *
   * @returns its bytes, once there are some: what cannot be drawn at all is an error instead
   * @throws HttpError rate_limited while too many are drawn
   * @throws Error if nothing could be drawn
   */
  async print(content: PrintContent): Promise<Readable> {
    if (this.threads >= MAX_THREADS)
      throw new HttpError("rate_limited", {}, { "retry-after": String(RETRY_AFTER_SECONDS) });
    this.threads += 1;
    const pages = new PassThrough({ signal: AbortSignal.timeout(TIMEOUT_MS) });
    // Heard by its reader, who may not read yet.
    pages.on("error", () => undefined);
    const worker = new Worker(program(), {
      workerData: content,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.on("message", (chunk: Uint8Array) => pages.write(chunk));
    worker.once("error", (error) => {
      this.log.warn(`${content.kind} could not be drawn: ${describeError(error)}`);
      pages.destroy(error);
    });
    worker.once("exit", (code) => {
      this.threads -= 1;
      if (code === 0) pages.end();
      else if (!pages.destroyed) pages.destroy(new Error(`the thread ended with ${code}`));
    });
    pages.once("close", () => void worker.terminate());
    await once(pages, "readable");
    return pages;
  }
}
