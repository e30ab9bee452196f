import { Box } from "@chakra-ui/react";
import { objectPosition, type PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import { ImageOff } from "lucide-react";
import type { ReactNode } from "react";
import type { PictureFrame } from "./frames";

/** A picture of a brand, as its owner and operators get it. */
export interface BrandPicture {
  readonly id: string;
  /** The picture in words; empty without any. */
  readonly alt: string;
  /** What every frame keeps in view; absent for the middle. */
  readonly focus?: PictureFocus;
  /** Of the widest file, in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Empty until it is checked. */
  readonly files: readonly {
    readonly format: string;
    readonly url: string;
    readonly width: number;
    readonly height: number;
  }[];
  /** Why it was refused. */
  readonly problem?: { readonly code?: string; readonly message: string };
}

const SQUARE: PictureFrame = { ratio: "1 / 1", fit: "cover", width: 5 };

/** The file to show at this width, in pixels: WebP, which every browser that runs these pages shows. */
export function fileOf(picture: BrandPicture | undefined, width: number) {
  const files = picture?.files.filter(({ format }) => format === "webp").toSorted((a, b) => a.width - b.width);
  return files?.find((file) => file.width >= width) ?? files?.at(-1);
}

/**
 * A small picture.
 *
 * @param alt the picture in words
 * @param missing what is shown while there is none; a sign unless given
 * @param frame as a place of the site shows it; a small square unless given
 * @param focus what a frame that cuts keeps in view; the picture's own unless given
 */
export function Thumbnail({
  picture,
  alt,
  missing = <ImageOff size={22} aria-hidden />,
  frame = SQUARE,
  focus = picture?.focus,
}: {
  readonly picture: BrandPicture | undefined;
  readonly alt: string;
  readonly missing?: ReactNode;
  readonly frame?: PictureFrame;
  readonly focus?: PictureFocus | undefined;
}) {
  const file = fileOf(picture, 1);
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
          style={{ width: "100%", height: "100%", objectFit: frame.fit, objectPosition: objectPosition(focus) }}
        />
      )}
    </Box>
  );
}
