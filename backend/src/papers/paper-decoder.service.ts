import { Injectable } from "@nestjs/common";
import { isPaperProblem } from "@sakhi/domain/papers/paper.problems";
import { PAPER_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import type { Decoded } from "../uploads/decoder-command.js";
import { DecoderService } from "../uploads/decoder.service.js";
import type { PaperRendering } from "./paper-rendering.js";

/** Opens papers apart. */
@Injectable()
export class PaperDecoderService {
  constructor(private readonly decoder: DecoderService) {}

  /** @throws DecoderInterrupted if the process was killed from outside: try again */
  decode(bytes: Buffer): Promise<Decoded<PaperRendering>> {
    return this.decoder.judged("paper", bytes, checked);
  }
}

/** The answer, if it is one of our problems, or a JPEG or PDF that begins as one. */
function checked(answer: object): PaperRendering | undefined {
  if ("problem" in answer) return isPaperProblem(answer.problem) ? { problem: answer.problem } : undefined;
  const { type, bytes } = answer as { readonly type?: unknown; readonly bytes?: unknown };
  if (!(bytes instanceof Uint8Array) || bytes.length > PAPER_UPLOAD.maxBytes) return undefined;
  const made = Buffer.from(bytes);
  const head = made.toString("latin1", 0, 8);
  if (type === "image/jpeg" && head.startsWith("\xff\xd8\xff")) return { type, bytes: made };
  return type === "application/pdf" && /^%PDF-[12]\.\d/.test(head) ? { type, bytes: made } : undefined;
}
