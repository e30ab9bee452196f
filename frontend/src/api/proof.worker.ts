import { scrypt } from "hash-wasm";
import type { ProofTask, ProofUpdate } from "./proof";

// Web worker that searches for a proof's solution (proof.ts). The page's policy forbids WebAssembly; the api allows it in
// this file's own (backend/src/site/site-files.ts).

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

const update = (message: ProofUpdate): void => {
  postMessage(message);
};

async function search({ parameters, start, step }: ProofTask): Promise<void> {
  const { nonce, salt, cost, memoryCost = 8, parallelism = 1, keyLength, keyPrefix } = parameters;
  const nonceBytes = fromHex(nonce);
  const password = new Uint8Array(nonceBytes.length + 4);
  password.set(nonceBytes);
  const counterBytes = new DataView(password.buffer, nonceBytes.length);
  for (let counter = start; ; counter += step) {
    counterBytes.setUint32(0, counter);
    const derivedKey = await scrypt({
      password,
      salt: fromHex(salt),
      costFactor: cost,
      blockSize: memoryCost,
      parallelism,
      hashLength: keyLength,
      outputType: "hex",
    });
    if (derivedKey.startsWith(keyPrefix)) {
      update({ kind: "solved", solution: { counter, derivedKey } });
      return;
    }
    update({ kind: "tried" });
  }
}

addEventListener("message", ({ data }: MessageEvent<ProofTask>) => {
  search(data).catch((error: unknown) => update({ kind: "failed", message: String(error) }));
});
