import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { Injectable } from "@nestjs/common";
import { isPictureProblem } from "@sakhi/domain/pictures/picture.problems";
import { MAX_PICTURE_BYTES, PICTURE_FORMATS, pictureWidths } from "@sakhi/domain/pictures/picture.rules";
import { DecoderCommand, DecoderInterrupted } from "./decoder-command.js";
import type { RenderedFile, Rendering } from "./picture-rendering.js";

/**
 * Most memory of the decoder's process, in KiB: a picture of 50 megapixels needs about 400 MiB at its worst. The kernel
 * refuses more (RLIMIT_DATA).
 */
const MEMORY_KIB = 700 * 1024;
/** CPU time of one picture, in seconds: the slowest honest one needs a fifth. Does not depend on the machine's load. */
const CPU_SECONDS = 120;
/** The whole decoding, in ms. Reached only if the machine hangs, so it says nothing about the picture. */
const TIMEOUT_MS = 10 * 60_000;
/** Below everything else on this machine. */
const PRIORITY = 10;
/** How often the memory is read, in ms. */
const WATCH_MS = 50;

/** Signals of a process that broke its limits or that the bytes crashed; others come from outside. */
const CRASHES: ReadonlySet<string> = new Set([
  ...["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGFPE", "SIGXCPU"],
]);

/** What decoding took. */
export interface Decoded {
  readonly rendering: Rendering;
  /** Most memory of the process, in bytes; 0 where the system does not report it (not Linux). */
  readonly peakBytes: number;
}

/**
 * Decodes uploads in a process of their own, one process for each picture: it has limits of memory and CPU time, an empty
 * environment, and nothing but the bytes.
 */
@Injectable()
export class PictureDecoderService {
  constructor(private readonly command: DecoderCommand) {}

  /** @throws DecoderInterrupted if the process was killed from outside: try again */
  async decode(bytes: Buffer): Promise<Decoded> {
    const child = start(this.command.args);
    const watched = watchMemory(child);
    try {
      const rendering = await renderingOf(child, bytes);
      return { rendering, peakBytes: watched.peak() };
    } finally {
      watched.stop();
      child.kill("SIGKILL");
    }
  }
}

function start(args: readonly string[]): ChildProcess {
  const limits = `ulimit -d ${MEMORY_KIB} && ulimit -S -t ${CPU_SECONDS} && ulimit -H -t ${CPU_SECONDS + 5} && exec "$@"`;
  const node = [process.execPath, "--max-old-space-size=256", ...args];
  const child = spawn("/bin/sh", ["-c", limits, "sh", ...node], {
    // None of our settings and secrets. glibc: one arena, so that freed memory is reused.
    env: { MALLOC_ARENA_MAX: "1", UV_THREADPOOL_SIZE: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    cwd: "/",
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  } catch {
    // It has ended already.
  }
  return child;
}

function renderingOf(child: ChildProcess, bytes: Buffer): Promise<Rendering> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DecoderInterrupted("time limit")), TIMEOUT_MS);
    let hasBytes = false;
    const settle = (work: () => void): void => {
      clearTimeout(timer);
      work();
    };
    child.on("message", (message) => {
      if (message !== "ready") {
        settle(() => resolve(checked(message)));
        return;
      }
      hasBytes = true;
      child.send(bytes, (error) => {
        if (error !== null) settle(() => reject(new DecoderInterrupted(error.name)));
      });
    });
    child.once("error", (error) => settle(() => reject(new DecoderInterrupted(error.name))));
    child.once("exit", (code, signal) =>
      settle(() => {
        // It exits on its own without an answer only if it ran out of memory; before it has the bytes, if it cannot start.
        const crashed = signal === null ? hasBytes : CRASHES.has(signal);
        if (crashed) resolve({ problem: "too_complex" });
        else reject(new DecoderInterrupted(signal ?? `code ${code ?? 0}`));
      }),
    );
  });
}

/**
 * The decoder has read hostile bytes, so its answer is checked like a visitor's.
 *
 * @returns `broken` for anything but our own files in our own sizes
 */
function checked(message: unknown): Rendering {
  const problem = { problem: "broken" } as const;
  if (typeof message !== "object" || message === null) return problem;
  if ("problem" in message) return isPictureProblem(message.problem) ? { problem: message.problem } : problem;
  if (!("files" in message) || !Array.isArray(message.files) || !("placeholder" in message)) return problem;
  const { placeholder } = message;
  const files = (message.files as unknown[]).map(fileOf);
  const whole = files.filter((file) => file !== undefined);
  const widest = Math.max(0, ...whole.map(({ width }) => width));
  const complete =
    whole.length === files.length && whole.length === pictureWidths(widest).length * PICTURE_FORMATS.length;
  if (!complete || typeof placeholder !== "string" || !/^data:image\/webp;base64,[\w+/=]{1,1900}$/.test(placeholder))
    return problem;
  return { files: whole, placeholder };
}

function fileOf(file: unknown): RenderedFile | undefined {
  if (typeof file !== "object" || file === null) return undefined;
  const { format, width, height, bytes } = file as Partial<Record<keyof RenderedFile, unknown>>;
  const known = PICTURE_FORMATS.find((each) => each === format);
  if (known === undefined || typeof width !== "number" || typeof height !== "number") return undefined;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0 || bytes.length > MAX_PICTURE_BYTES) return undefined;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.length)).toString("latin1");
  const isIts = known === "avif" ? head.slice(4, 12) === "ftypavif" : /^RIFF.{4}WEBP/s.test(head);
  return isIts ? { format: known, width, height, bytes: Buffer.from(bytes) } : undefined;
}

/** Reads the most memory that a process had, from Linux's /proc. */
function watchMemory({ pid }: ChildProcess): { peak(): number; stop(): void } {
  let peak = 0;
  const read = async (): Promise<void> => {
    const status = await readFile(`/proc/${pid ?? 0}/status`, "utf8").catch(() => "");
    const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    if (kib !== undefined) peak = Math.max(peak, Number(kib) * 1024);
  };
  const timer = setInterval(() => void read(), WATCH_MS);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}
