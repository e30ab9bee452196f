import { rmSync } from "node:fs";
import { DecoderCommand } from "./uploads/decoder-command.js";
import { serveDecoder } from "./uploads/decoder-server.js";
import { DecoderService } from "./uploads/decoder.service.js";

/**
 * Decodes uploads in a container of its own, without network and secrets (docker-compose.yml, service decoder). Jobs reach it at
 * the socket that is this program's only argument, on a volume that both have.
 */
const [socket = ""] = process.argv.slice(2);
if (!socket.startsWith("/")) throw new Error("usage: decoder-server.js /path/of/the/socket");
// Of a container that was killed.
rmSync(socket, { force: true });
const decoder = new DecoderService(DecoderCommand.ofBuild());
const server = await serveDecoder(socket, decoder);
console.log(JSON.stringify({ event: "decoder_listens", isolation: decoder.isolationWords() }));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => server.close(() => process.exit(0)));
