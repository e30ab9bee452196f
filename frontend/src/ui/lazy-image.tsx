import { Box, chakra } from "@chakra-ui/react";
import { imageAddress } from "@sakhi/domain/catalogue/drive-images";
import { objectPosition, type PictureFocus } from "@sakhi/domain/pictures/picture-focus";
import { PICTURE_FORMATS, PICTURE_TYPES, type PictureFile, singleFile } from "@sakhi/domain/pictures/picture.rules";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { isServer } from "./server";

/** Images load when they are this close to the viewport (specification 1, section 9). */
const MARGIN = "50px";

/** True if the server-rendered HTML already shows the image: it must not fade in again. */
function isServerRendered(address: string | undefined): boolean {
  return (
    !isServer &&
    [...document.querySelectorAll<HTMLImageElement>("#first-view img")].some(
      (image) => image.getAttribute("src") === address && image.complete && image.naturalWidth > 0,
    )
  );
}

/** A picture of a brand, as answers have it. */
export interface ShownPicture {
  readonly alt: string;
  /** What a frame that cuts it keeps in view; absent for the middle. */
  readonly focus?: PictureFocus;
  /** Of the widest file, in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** A data: address of a tiny picture. */
  readonly placeholder?: string;
  readonly files: readonly PictureFile[];
}

interface LazyImageProps {
  /** A path of this site, or a shared-drive link; blank or missing shows the placeholder. */
  readonly src: string | null | undefined;
  /** Shown instead of `src`, in the format and width that suit the screen. */
  readonly picture?: ShownPicture | null | undefined;
  /** How wide the picture is shown, as in `sizes` of HTML; needed for `picture`. */
  readonly sizes?: string | undefined;
  /** For the one picture that is the largest of the first screenful. */
  readonly first?: boolean;
  /** Empty for a decorative image. */
  readonly alt: string;
  /** Aspect ratio (width / height), which prevents layout shifts; `fill` takes the available height. */
  readonly ratio?: string | { readonly base: string; readonly sm: string };
  /** For an image that is initially in view. */
  readonly eager?: boolean;
  /** How it fills its frame: cut to it by default; `contain` shows all of a logo. */
  readonly fit?: "cover" | "contain";
}

/** A printed flower in place of a missing image. */
function Placeholder() {
  return (
    <chakra.svg
      aria-hidden
      viewBox="-60 -60 120 120"
      position="absolute"
      inset="0"
      width="full"
      height="full"
      color="line"
    >
      {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
        <path key={angle} d="M0-5C-6-11-5-19 0-24 5-19 6-11 0-5z" fill="currentColor" transform={`rotate(${angle})`} />
      ))}
      <circle r="4" fill="currentColor" />
    </chakra.svg>
  );
}

const srcSet = (files: readonly PictureFile[]): string => files.map(({ url, width }) => `${url} ${width}w`).join(", ");

/** The sources of a picture by format, the smallest format first. */
function Sources({ files, sizes }: { readonly files: readonly PictureFile[]; readonly sizes: string | undefined }) {
  return PICTURE_FORMATS.map((format) => {
    const ofFormat = files.filter((file) => file.format === format);
    if (ofFormat.length === 0) return null;
    return <source key={format} type={PICTURE_TYPES[format]} srcSet={srcSet(ofFormat)} sizes={sizes} />;
  });
}

/** The image, in the best of its files if it has several. */
function Loaded({
  files,
  sizes,
  fit,
  ...image
}: ComponentProps<typeof chakra.img> & { readonly files: readonly PictureFile[]; readonly fit: "cover" | "contain" }) {
  const style = { position: "absolute", inset: "0", width: "full", height: "full", objectFit: fit } as const;
  const fade = { transition: "opacity 300ms ease-out", _motionReduce: { transition: "none" } } as const;
  if (files.length === 0) return <chakra.img referrerPolicy="no-referrer" {...style} {...fade} {...image} />;
  return (
    <picture>
      <Sources files={files} sizes={sizes} />
      <chakra.img referrerPolicy="no-referrer" {...style} {...fade} {...image} />
    </picture>
  );
}

/**
 * An image that loads close to the viewport and fades in over its tiny, blurred copy; the printed flower stays if it
 * fails.
 */
export function LazyImage({
  src,
  picture,
  sizes,
  alt,
  ratio = "1 / 1",
  eager = false,
  first = false,
  fit = "cover",
}: LazyImageProps) {
  const box = useRef<HTMLDivElement>(null);
  const files = picture?.files ?? [];
  const single = singleFile(files)?.url;
  const address = single ?? ((src ?? "").trim() === "" ? undefined : imageAddress(src ?? ""));
  const [initiallyShown] = useState(() => isServer || isServerRendered(address));
  const [isNear, setIsNear] = useState(eager || !(isServer || "IntersectionObserver" in globalThis));
  const [shown, setShown] = useState<{ readonly src: string | undefined; readonly failed: boolean } | undefined>(
    initiallyShown ? { src: address, failed: false } : undefined,
  );

  useEffect(() => {
    const element = box.current;
    if (isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);

  const state = shown?.src === address ? shown : undefined;
  // Only of the picture that is shown: another image is cut from its middle.
  const cut =
    fit === "cover" && single !== undefined && picture?.focus !== undefined ? objectPosition(picture.focus) : undefined;
  const missing = address === undefined || state?.failed === true;
  return (
    <Box
      ref={box}
      position="relative"
      {...(ratio === "fill" ? { height: "full", minHeight: "10rem" } : { aspectRatio: ratio })}
      bg={fit === "contain" ? "card" : "sunk"}
      overflow="hidden"
      {...(missing && alt !== "" ? { role: "img", "aria-label": alt } : {})}
    >
      {missing && <Placeholder />}
      {!missing && fit === "cover" && single !== undefined && picture?.placeholder !== undefined && !initiallyShown && (
        <Box
          aria-hidden
          position="absolute"
          inset="-8%"
          backgroundSize="cover"
          backgroundPosition="center"
          filter="blur(12px)"
          style={{ backgroundImage: `url("${picture.placeholder}")`, ...(cut && { backgroundPosition: cut }) }}
        />
      )}
      {!missing && isNear && (
        <Loaded
          files={files}
          sizes={sizes}
          fit={fit}
          src={address}
          alt={alt}
          {...(cut !== undefined && { style: { objectPosition: cut } })}
          // Attributes: as style props they would show a picture in its own size, cut to its corner.
          {...(single === undefined ? {} : { htmlWidth: picture?.width, htmlHeight: picture?.height })}
          {...(first ? { fetchPriority: "high" as const } : {})}
          decoding={initiallyShown ? "sync" : "async"}
          opacity={state === undefined ? 0 : 1}
          onLoad={() => setShown({ src: address, failed: false })}
          onError={() => setShown({ src: address, failed: true })}
        />
      )}
    </Box>
  );
}
