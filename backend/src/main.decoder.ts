import { limitDecoder, renderPicture } from "./pictures/picture-rendering.js";

/**
 * The decoder: a process for one picture, started by jobs with limits of memory and CPU time (PictureDecoder). Receives
 * the upload's bytes, sends what it made of them, and ends. Has no settings, no secrets and no connection.
 */
process.once("disconnect", () => process.exit(1));
process.once("message", (bytes) => {
  void renderPicture(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes as Uint8Array)).then((rendering) =>
    process.send?.(rendering, () => process.disconnect()),
  );
});
limitDecoder();
process.send?.("ready");
