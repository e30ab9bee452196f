import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BACKEND } from "../platform/folders.js";

/** Where the decoder is: Node's arguments that start it here, or the socket of one in a container of its own. */
export class DecoderCommand {
  constructor(
    readonly args: readonly string[],
    readonly socket?: string,
  ) {}

  /**
   * The build's bundle, or the compiler's output where nothing is bundled (`npm run dev`).
   *
   * @param socket of the decoder's own container (DECODER_SOCKET)
   */
  static ofBuild(socket?: string): DecoderCommand {
    const [bundle, compiled] = ["dist/bundle/decoder.js", "dist/main.decoder.js"].map((file) =>
      fileURLToPath(new URL(file, BACKEND)),
    );
    return new DecoderCommand([bundle !== undefined && existsSync(bundle) ? bundle : (compiled ?? "")], socket);
  }
}

/** The decoder was ended from outside, or did not start: it says nothing about the file. */
export class DecoderInterrupted extends Error {
  constructor(why: string) {
    super(`the decoder ended: ${why}`);
    this.name = "DecoderInterrupted";
  }
}

/** The whole decoding, in ms. Reached only if the machine hangs, so it says nothing about the file. */
export const TIMEOUT_MS = 10 * 60_000;

/** What a file is decoded for: a picture to show, or a paper to keep. */
export const DECODER_PURPOSES = ["picture", "paper"] as const;
export type DecoderPurpose = (typeof DECODER_PURPOSES)[number];

/** What decoding took. */
export interface Decoded<Made> {
  readonly made: Made;
  /** Most memory of the process, in bytes; 0 where the system does not report it (not Linux). */
  readonly peakBytes: number;
}

/** Answer of a process that ended without one: the file crashed it or took too much of it. */
export const CRASHED = "crashed";
