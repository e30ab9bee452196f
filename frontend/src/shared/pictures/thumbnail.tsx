import { Box } from "@chakra-ui/react";
import { ImageOff } from "lucide-react";
import type { ReactNode } from "react";

/** A picture of a brand, as its owner and operators get it. */
export interface BrandPicture {
  readonly id: string;
  /** The picture in words; empty without any. */
  readonly alt: string;
  /** Empty until it is checked. */
  readonly files: readonly {
    readonly format: string;
    readonly url: string;
    readonly width: number;
    readonly height: number;
  }[];
  /** Why it was refused. */
  readonly problem?: { readonly message: string };
}

/** How a place of the site shows a picture: cut to a ratio, or whole. */
export interface PictureFrame {
  /** Width / height. */
  readonly ratio: string;
  readonly fit: "cover" | "contain";
  /** Where it is shown so, below the picture. */
  readonly label?: string;
  /** Of the frame, in rem. */
  readonly width: number;
}

const SQUARE: PictureFrame = { ratio: "1 / 1", fit: "cover", width: 5 };

/**
 * A small picture.
 *
 * @param alt the picture in words
 * @param missing what is shown while there is none; a sign unless given
 * @param frame as a place of the site shows it; a small square unless given
 */
export function Thumbnail({
  picture,
  alt,
  missing = <ImageOff size={22} aria-hidden />,
  frame = SQUARE,
}: {
  readonly picture: BrandPicture | undefined;
  readonly alt: string;
  readonly missing?: ReactNode;
  readonly frame?: PictureFrame;
}) {
  // WebP: every browser that runs these pages shows it. The smallest width is enough.
  const file = picture?.files.find(({ format }) => format === "webp");
  return (
    <Box
      width={`${frame.width}rem`}
      maxWidth="full"
      flexShrink="0"
      borderWidth="1px"
      borderRadius="card"
      bg="sunk"
      overflow="hidden"
      display="grid"
      placeItems="center"
      color="muted"
      style={{ aspectRatio: frame.ratio }}
    >
      {file === undefined ? (
        missing
      ) : (
        <img
          src={file.url}
          alt={alt}
          width={file.width}
          height={file.height}
          loading="lazy"
          style={{ width: "100%", height: "100%", objectFit: frame.fit }}
        />
      )}
    </Box>
  );
}
