import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { Injectable } from "@nestjs/common";
import {
  CRASHED,
  type Decoded,
  DecoderCommand,
  DecoderInterrupted,
  type DecoderPurpose,
  TIMEOUT_MS,
} from "./decoder-command.js";
import { DECODER_ENVIRONMENT, decoderIsolation, isolation, neededBy, nodePermissions } from "./decoder-isolation.js";
import { decodeElsewhere } from "./decoder-socket.js";

/**
 * Most memory of the decoder's process, in KiB: a picture of 50 megapixels needs about 400 MiB at its worst. The kernel
 * refuses more (RLIMIT_DATA).
 */
const MEMORY_KIB = 700 * 1024;
/** CPU time of one file, in seconds: the slowest honest one needs a fifth. Does not depend on the machine's load. */
const CPU_SECONDS = 120;
/** Below everything else on this machine. */
const PRIORITY = 10;
/** How often the memory is read, in ms. */
const WATCH_MS = 50;

/** Signals of a process that broke its limits or that the bytes crashed; others come from outside. */
const CRASHES: ReadonlySet<string> = new Set([
  ...["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGFPE", "SIGXCPU", "SIGSYS"],
]);

/**
 * Decodes uploads in a process of their own, one process for each file, shut in as far as the machine allows
 * (docs/decisions/0089): limits of memory and CPU time, none of our settings, and nothing but the bytes.
 */
@Injectable()
export class DecoderService {
  constructor(private readonly command: DecoderCommand) {}

  /**
   * Decodes a file, and judges the answer like a visitor's: it has read hostile bytes.
   *
   * @param judge undefined for an answer that is none of ours
   * @returns what was made; `broken` for such an answer, `too_complex` for a file that ended the process
   * @throws DecoderInterrupted if the process was killed from outside: try again
   */
  async judged<Made>(
    purpose: DecoderPurpose,
    bytes: Buffer,
    judge: (answer: object) => Made | undefined,
  ): Promise<Decoded<Made | { readonly problem: "too_complex" | "broken" }>> {
    const { made: answer, peakBytes } = await this.decode(purpose, bytes);
    if (answer === CRASHED) return { made: { problem: "too_complex" }, peakBytes };
    const made = typeof answer === "object" && answer !== null ? judge(answer) : undefined;
    return { made: made ?? { problem: "broken" }, peakBytes };
  }

  /**
   * @returns the decoder's answer as it came, or {@link CRASHED}
   * @throws DecoderInterrupted if the process was killed from outside: try again
   */
  async decode(purpose: DecoderPurpose, bytes: Buffer): Promise<Decoded<unknown>> {
    const { socket } = this.command;
    if (socket !== undefined) return decodeElsewhere(socket, purpose, bytes);
    const child = start(this.command.args);
    const watched = watchMemory(child);
    try {
      const made = await answerOf(child, purpose, bytes);
      return { made, peakBytes: watched.peak() };
    } finally {
      watched.stop();
      child.kill("SIGKILL");
    }
  }

  /** What shuts the decoder in, in words. */
  isolationWords(): string {
    return decoderIsolation(this.command.socket).words;
  }
}

function start(args: readonly string[]): ChildProcess {
  const script = args.find((arg) => !arg.startsWith("-")) ?? "";
  const readable = neededBy(script);
  const limits = `ulimit -c 0 && ulimit -f 0 && ulimit -d ${MEMORY_KIB} && ulimit -S -t ${CPU_SECONDS} && ulimit -H -t ${CPU_SECONDS + 5} && exec "$@"`;
  const node = [process.execPath, ...nodePermissions(readable), "--max-old-space-size=256", ...args];
  const [program = "", ...rest] = isolation().wrap(["/bin/sh", "-c", limits, "sh", ...node], readable);
  const child = spawn(program, rest, {
    env: DECODER_ENVIRONMENT,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    // A group of its own: a signal to its group is none to ours.
    detached: true,
    cwd: "/",
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  } catch {
    // It has ended already.
  }
  return child;
}

function answerOf(child: ChildProcess, purpose: DecoderPurpose, bytes: Buffer): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DecoderInterrupted("time limit")), TIMEOUT_MS);
    let hasBytes = false;
    const settle = (work: () => void): void => {
      clearTimeout(timer);
      work();
    };
    child.on("message", (message) => {
      if (message !== "ready") {
        settle(() => resolve(message));
        return;
      }
      hasBytes = true;
      child.send({ purpose, bytes }, (error) => {
        if (error !== null) settle(() => reject(new DecoderInterrupted(error.name)));
      });
    });
    child.once("error", (error) => settle(() => reject(new DecoderInterrupted(error.name))));
    child.once("exit", (code, signal) =>
      settle(() => {
        // It exits on its own without an answer only if it ran out of memory; before it has the bytes, if it cannot start.
        const crashed = signal === null ? hasBytes : CRASHES.has(signal);
        if (crashed) resolve(CRASHED);
        else reject(new DecoderInterrupted(signal ?? `code ${code ?? 0}`));
      }),
    );
  });
}

/** Reads the most memory that a process or its first child had, from Linux's /proc. */
function watchMemory({ pid }: ChildProcess): { peak(): number; stop(): void } {
  let peak = 0;
  const text = (file: string) => readFile(`/proc/${file}`, "utf8").catch(() => "");
  const read = async (): Promise<void> => {
    const own = String(pid ?? 0);
    // In a jail of its own processes, Node is the child of what built the jail.
    const [child] = (await text(`${own}/task/${own}/children`)).split(" ");
    for (const each of [own, child]) {
      if (each === undefined || each === "") continue;
      const kib = /^VmHWM:\s+(\d+) kB$/m.exec(await text(`${each}/status`))?.[1];
      if (kib !== undefined) peak = Math.max(peak, Number(kib) * 1024);
    }
  };
  const timer = setInterval(() => void read(), WATCH_MS);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}
