import { createServer, type Server, type Socket } from "node:net";
import { DECODER_PURPOSES } from "./decoder-command.js";
import { frame, readFrame } from "./decoder-socket.js";
import type { DecoderService } from "./decoder.service.js";

/** Files at a time; others wait for their turn. */
const AT_ONCE = 2;

/** Decodes for who connects. @returns the server, once it listens */
export function serveDecoder(path: string, decoder: DecoderService): Promise<Server> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = async (): Promise<void> => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
  };
  const answer = async (socket: Socket): Promise<void> => {
    const asked = (await readFrame(socket)) as { purpose?: unknown; bytes?: unknown };
    const purpose = DECODER_PURPOSES.find((each) => each === asked.purpose);
    if (purpose === undefined || !(asked.bytes instanceof Uint8Array)) return;
    await turn();
    try {
      socket.end(frame(await decoder.decode(purpose, Buffer.from(asked.bytes))));
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  // The connection ends without an answer: who asked tries again.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    answer(socket).catch(() => socket.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve(server));
  });
}
