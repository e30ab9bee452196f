/** The picture types we serve: shown by browsers and unable to carry scripts. Not SVG. */
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

/** Detects a picture's type from its first bytes; undefined if it is not served. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  return SIGNATURES.find(({ matches }) => matches(bytes))?.type;
}

/** True if a content type is a served picture type, generic or absent. */
export function mayBeImage(contentType: string | undefined): boolean {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  return type === undefined || type === "application/octet-stream" || SIGNATURES.some((known) => known.type === type);
}
