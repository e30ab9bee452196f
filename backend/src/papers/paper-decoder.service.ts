import { Injectable } from "@nestjs/common";
import { isPaperProblem } from "@sakhi/domain/papers/paper.problems";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { CRASHED, type Decoded } from "../uploads/decoder-command.js";
import { DecoderService } from "../uploads/decoder.service.js";
import type { PaperRendering } from "./paper-rendering.js";

/** Opens papers apart. */
@Injectable()
export class PaperDecoderService {
  constructor(private readonly decoder: DecoderService) {}

  /** @throws DecoderInterrupted if the process was killed from outside: try again */
  async decode(bytes: Buffer): Promise<Decoded<PaperRendering>> {
    const { made, peakBytes } = await this.decoder.decode("paper", bytes);
    return { made: made === CRASHED ? { problem: "too_complex" } : checked(made), peakBytes };
  }
}

/**
 * The decoder has read hostile bytes, so its answer is checked like a visitor's.
 *
 * @returns `broken` for anything but a JPEG or PDF that begins and ends as one
 */
function checked(answer: unknown): PaperRendering {
  const problem = { problem: "broken" } as const;
  if (typeof answer !== "object" || answer === null) return problem;
  if ("problem" in answer) return isPaperProblem(answer.problem) ? { problem: answer.problem } : problem;
  const { type, bytes } = answer as { readonly type?: unknown; readonly bytes?: unknown };
  if (!(bytes instanceof Uint8Array) || bytes.length > PAPER_UPLOAD.maxBytes) return problem;
  const made = Buffer.from(bytes);
  const head = made.toString("latin1", 0, 8);
  if (type === "image/jpeg" && head.startsWith("\xff\xd8\xff")) return { type, bytes: made };
  return type === "application/pdf" && /^%PDF-[12]\.\d/.test(head) ? { type, bytes: made } : problem;
}
