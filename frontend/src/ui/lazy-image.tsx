import { Box, chakra } from "@chakra-ui/react";
import { imageAddress } from "@sakhi/domain/catalogue/drive-images";
import { useEffect, useRef, useState } from "react";

/** Images load when they are this close to the viewport (specification 1, section 9). */
const MARGIN = "50px";

/** True in the server renderer, which renders only eager images. */
const isServer = !("document" in globalThis);

/** True if the server-rendered HTML already shows the image: it must not fade in again. */
function isServerRendered(address: string | undefined): boolean {
  return (
    !isServer &&
    [...document.querySelectorAll<HTMLImageElement>("#root > [inert] img")].some(
      (image) => image.getAttribute("src") === address && image.complete && image.naturalWidth > 0,
    )
  );
}

interface LazyImageProps {
  /** A path of this site, or a shared-drive link; blank or missing shows the placeholder. */
  readonly src: string | null | undefined;
  /** Empty for a decorative image. */
  readonly alt: string;
  /** Aspect ratio (width / height), which prevents layout shifts; `fill` takes the available height. */
  readonly ratio?: string | { readonly base: string; readonly sm: string };
  /** For an image that is initially in view. */
  readonly eager?: boolean;
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

/** An image that loads close to the viewport and fades in; the placeholder stays if it fails. */
export function LazyImage({ src, alt, ratio = "1 / 1", eager = false }: LazyImageProps) {
  const box = useRef<HTMLDivElement>(null);
  const address = (src ?? "").trim() === "" ? undefined : imageAddress(src ?? "");
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
  const missing = address === undefined || state?.failed === true;
  return (
    <Box
      ref={box}
      position="relative"
      {...(ratio === "fill" ? { height: "full", minHeight: "10rem" } : { aspectRatio: ratio })}
      bg="sunk"
      overflow="hidden"
      {...(missing && alt !== "" ? { role: "img", "aria-label": alt } : {})}
    >
      {missing && <Placeholder />}
      {!missing && isNear && (
        <chakra.img
          src={address}
          alt={alt}
          decoding={initiallyShown ? "sync" : "async"}
          referrerPolicy="no-referrer"
          position="absolute"
          inset="0"
          width="full"
          height="full"
          objectFit="cover"
          opacity={state === undefined ? 0 : 1}
          transition="opacity 300ms ease-out"
          _motionReduce={{ transition: "none" }}
          onLoad={() => setShown({ src: address, failed: false })}
          onError={() => setShown({ src: address, failed: true })}
        />
      )}
    </Box>
  );
}
