import { renderPaper } from "./papers/paper-rendering.js";
import { limitDecoder, renderPicture } from "./pictures/picture-rendering.js";

/**
 * The decoder: a process for one file, started with limits of memory and CPU time and shut in (DecoderService). Receives the
 * upload's bytes and what they are for, sends what it made of them, and ends. Has no settings, no secrets and no connection.
 */
process.once("disconnect", () => process.exit(1));
process.once("message", (message) => {
  const { purpose, bytes } = message as { readonly purpose: "picture" | "paper"; readonly bytes: Uint8Array };
  const given = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
  void (purpose === "paper" ? renderPaper(given) : renderPicture(given)).then((made) =>
    process.send?.(made, () => process.disconnect()),
  );
});
limitDecoder();
process.send?.("ready");
