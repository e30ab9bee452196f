import { Injectable } from "@nestjs/common";
import { isPictureProblem } from "@sakhi/domain/pictures/picture.problems";
import { PICTURE_FORMATS, pictureWidths } from "@sakhi/domain/pictures/picture.rules";
import { PHOTO } from "@sakhi/domain/uploads/upload.rules";
import { CRASHED, type Decoded } from "../uploads/decoder-command.js";
import { DecoderService } from "../uploads/decoder.service.js";
import type { RenderedFile, Rendering } from "./picture-rendering.js";

/** Decodes pictures apart. */
@Injectable()
export class PictureDecoderService {
  constructor(private readonly decoder: DecoderService) {}

  /** @throws DecoderInterrupted if the process was killed from outside: try again */
  async decode(bytes: Buffer): Promise<Decoded<Rendering>> {
    const { made, peakBytes } = await this.decoder.decode("picture", bytes);
    return { made: made === CRASHED ? { problem: "too_complex" } : checked(made), peakBytes };
  }
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
  if (!(bytes instanceof Uint8Array) || bytes.length === 0 || bytes.length > PHOTO.maxBytes) return undefined;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.length)).toString("latin1");
  const isIts = known === "avif" ? head.slice(4, 12) === "ftypavif" : /^RIFF.{4}WEBP/s.test(head);
  return isIts ? { format: known, width, height, bytes: Buffer.from(bytes) } : undefined;
}
