/** How bytes are written, as Content-Encoding names it; undefined for plain ones. */
export type Encoding = "br" | "gzip" | undefined;

/** What Accept-Encoding takes of what we have, brotli first; q=0 refuses one. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return undefined;
  const takes = (name: string): boolean =>
    accepted
      .toLowerCase()
      .split(",")
      .some((each) => {
        const [coding = "", ...parameters] = each.split(";").map((part) => part.trim());
        return coding === name && !parameters.some((part) => /^q=0(?:\.0{0,3})?$/.test(part));
      });
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : undefined;
}
