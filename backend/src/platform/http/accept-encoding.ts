/** A Content-Encoding; undefined for uncompressed. */
export type Encoding = "br" | "gzip" | undefined;

/** Whether the Accept-Encoding header names the encoding; q=0 excludes it. */
export function acceptsEncoding(header: string | undefined, encoding: "br" | "gzip"): boolean {
  return (header ?? "")
    .toLowerCase()
    .split(",")
    .some((each) => {
      const [coding = "", ...parameters] = each.split(";").map((part) => part.trim());
      return coding === encoding && !parameters.some((part) => /^q=0(?:\.0{0,3})?$/.test(part));
    });
}

/** Negotiates the encoding from Accept-Encoding, brotli preferred. */
export function encodingFor(header: string | undefined): Encoding {
  if (acceptsEncoding(header, "br")) return "br";
  return acceptsEncoding(header, "gzip") ? "gzip" : undefined;
}
