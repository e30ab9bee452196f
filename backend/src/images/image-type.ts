/** The pictures we pass on: what browsers show and what cannot carry script. SVG is not among them. */
const SIGNATURES: readonly { readonly type: string; readonly matches: (bytes: Buffer) => boolean }[] = [
  { type: "image/jpeg", matches: (bytes) => startsWith(bytes, 0, [0xff, 0xd8, 0xff]) },
  { type: "image/png", matches: (bytes) => startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: "image/gif", matches: (bytes) => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6)) },
  {
    type: "image/webp",
    matches: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  },
  { type: "image/avif", matches: (bytes) => /^ftypavi[fs]$/.test(bytes.toString("latin1", 4, 12)) },
];

function startsWith(bytes: Buffer, at: number, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[at + index] === byte);
}

/** The type of a picture by its own first bytes; undefined when it is none we pass on. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  return SIGNATURES.find(({ matches }) => matches(bytes))?.type;
}

/** Whether an answer says of itself that it is a picture we pass on, or says nothing. */
export function mayBeImage(contentType: string | undefined): boolean {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  return type === undefined || type === "application/octet-stream" || SIGNATURES.some((known) => known.type === type);
}
