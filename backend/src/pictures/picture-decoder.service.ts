import { Injectable } from "@nestjs/common";
import { isPictureProblem } from "@sakhi/domain/pictures/picture.problems";
import { PICTURE_FORMATS, pictureWidths } from "@sakhi/domain/pictures/picture.rules";
import { PHOTO } from "@sakhi/domain/uploads/upload.rules";
import type { Decoded } from "../uploads/decoder-command.js";
import { DecoderService } from "../uploads/decoder.service.js";
import type { RenderedFile, Rendering } from "./picture-rendering.js";

/** Decodes pictures apart. */
@Injectable()
export class PictureDecoderService {
  constructor(private readonly decoder: DecoderService) {}

  /** @throws DecoderInterrupted if the process was killed from outside: try again */
  decode(bytes: Buffer): Promise<Decoded<Rendering>> {
    return this.decoder.judged("picture", bytes, checked);
  }
}

/** The answer, if it is one of our problems, or our own files in our own sizes. */
function checked(answer: object): Rendering | undefined {
  if ("problem" in answer) return isPictureProblem(answer.problem) ? { problem: answer.problem } : undefined;
  if (!("files" in answer) || !Array.isArray(answer.files) || !("placeholder" in answer)) return undefined;
  const { placeholder } = answer;
  const files = (answer.files as unknown[]).map(fileOf);
  const whole = files.filter((file) => file !== undefined);
  const widest = Math.max(0, ...whole.map(({ width }) => width));
  const complete =
    whole.length === files.length && whole.length === pictureWidths(widest).length * PICTURE_FORMATS.length;
  if (!complete || typeof placeholder !== "string" || !/^data:image\/webp;base64,[\w+/=]{1,1900}$/.test(placeholder))
    return undefined;
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
