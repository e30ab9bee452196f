import { LazyImage, type ShownPicture } from "./lazy-image";

export type { ShownPicture } from "./lazy-image";

interface PictureProps {
  readonly picture: ShownPicture;
  /** How wide it is shown, as in `sizes` of HTML: "(min-width: 768px) 220px, 132px". */
  readonly sizes: string;
  /** Overrides the picture's own words; empty for a decorative picture. */
  readonly alt?: string;
  /** Aspect ratio (width / height) that it is cut to; its own by default. */
  readonly ratio?: string;
  /** For a picture that is initially in view. */
  readonly eager?: boolean;
  /** For the one picture that is the largest of the first screenful. */
  readonly first?: boolean;
}

/** A brand's picture as AVIF or WebP in the width that suits the screen; its space is kept while it loads. */
export function Picture({ picture, alt = picture.alt, ratio, ...props }: PictureProps) {
  const { width = 1, height = 1 } = picture;
  return <LazyImage src={undefined} picture={picture} alt={alt} ratio={ratio ?? `${width} / ${height}`} {...props} />;
}
