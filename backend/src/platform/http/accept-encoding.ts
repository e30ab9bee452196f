/** A Content-Encoding; undefined for uncompressed. */
export type Encoding = "br" | "gzip" | undefined;

/** Negotiates the encoding from Accept-Encoding, brotli preferred; q=0 excludes one. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return undefined;
  const accepts = (name: string): boolean =>
    accepted
      .toLowerCase()
      .split(",")
      .some((each) => {
        const [coding = "", ...parameters] = each.split(";").map((part) => part.trim());
        return coding === name && !parameters.some((part) => /^q=0(?:\.0{0,3})?$/.test(part));
      });
  if (accepts("br")) return "br";
  return accepts("gzip") ? "gzip" : undefined;
}
