/** A drawing from assets/art, as wide as its place. `label` is read aloud; decoration has none. */
export function Drawing({
  src,
  width,
  height,
  label = "",
}: {
  readonly src: string;
  /** Its own size, which keeps its place free while it loads. */
  readonly width: number;
  readonly height: number;
  readonly label?: string;
}) {
  return (
    <img
      src={src}
      alt={label}
      width={width}
      height={height}
      style={{ display: "block", width: "100%", height: "auto" }}
    />
  );
}
