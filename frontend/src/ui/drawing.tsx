/** An illustration from assets/art at full container width. Without `label` it is decorative. */
export function Drawing({
  src,
  width,
  height,
  label = "",
}: {
  readonly src: string;
  /** Intrinsic size in px, which reserves the space while loading. */
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
