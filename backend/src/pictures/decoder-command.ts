import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BACKEND } from "../platform/folders.js";

/** Node's arguments that start the decoder. */
export class DecoderCommand {
  constructor(readonly args: readonly string[]) {}

  /** The build's bundle, or the compiler's output where nothing is bundled (`npm run dev`). */
  static ofBuild(): DecoderCommand {
    const [bundle, compiled] = ["dist/bundle/decoder.js", "dist/main.decoder.js"].map((file) =>
      fileURLToPath(new URL(file, BACKEND)),
    );
    return new DecoderCommand([bundle !== undefined && existsSync(bundle) ? bundle : (compiled ?? "")]);
  }
}

/** The decoder was ended from outside, or did not start: it says nothing about the picture. */
export class DecoderInterrupted extends Error {
  constructor(why: string) {
    super(`the decoder ended: ${why}`);
    this.name = "DecoderInterrupted";
  }
}
