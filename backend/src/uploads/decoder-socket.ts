import { connect, type Socket } from "node:net";
import { deserialize, serialize } from "node:v8";
import { PAPER_UPLOAD, PICTURE_UPLOAD } from "@sakhi/domain/uploads/upload.rules";
import { type Decoded, DecoderInterrupted, type DecoderPurpose, TIMEOUT_MS } from "./decoder-command.js";

/**
 * The decoder behind a Unix socket, for a container of its own without network and secrets (docker-compose.yml). One connection
 * for each file: a frame each way, which is its length in 4 bytes and a value in V8's format.
 */
const MAX_FRAME = 2 * Math.max(PAPER_UPLOAD.maxBytes, PICTURE_UPLOAD.maxBytes);

/** A frame with this value. */
export function frame(value: unknown): Buffer {
  const body = serialize(value);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

/** Reads one frame. @throws Error if it is too long or does not come whole */
export async function readFrame(socket: Socket): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  let wanted = Infinity;
  // The socket is still needed for the answer.
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (wanted === Infinity && length >= 4) wanted = 4 + Buffer.concat(parts).readUInt32BE(0);
    if (wanted !== Infinity && wanted > MAX_FRAME) break;
    if (length >= wanted) return deserialize(Buffer.concat(parts).subarray(4, wanted)) as unknown;
  }
  throw new Error("no whole frame");
}

/** @throws DecoderInterrupted if nobody answers: try again */
export async function decodeElsewhere(path: string, purpose: DecoderPurpose, bytes: Buffer): Promise<Decoded<unknown>> {
  const socket = connect(path);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  try {
    socket.write(frame({ purpose, bytes }));
    const answer = await readFrame(socket);
    if (typeof answer === "object" && answer !== null && "made" in answer) {
      const { made, peakBytes } = answer as { made: unknown; peakBytes?: unknown };
      return { made, peakBytes: typeof peakBytes === "number" ? peakBytes : 0 };
    }
  } catch {
    // Below.
  } finally {
    socket.destroy();
  }
  throw new DecoderInterrupted("no answer of its container");
}
