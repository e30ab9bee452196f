import { Box, chakra } from "@chakra-ui/react";
import { imageAddress } from "@sakhi/domain/catalogue/drive-images";
import { useEffect, useRef, useState } from "react";

/** Pictures are fetched when they come this near to the screen (specification 1, section 9). */
const MARGIN = "50px";

/** Not in a browser: the api draws the first view. What stands in view at once is all that it shows of pictures. */
const isDrawnByApi = !("document" in globalThis);

/** Whether a picture came with the document and stands there: it must not go to fade in again. */
function isInView(address: string | undefined): boolean {
  return (
    !isDrawnByApi &&
    [...document.querySelectorAll<HTMLImageElement>("#root > [inert] img")].some(
      (image) => image.getAttribute("src") === address && image.complete && image.naturalWidth > 0,
    )
  );
}

interface LazyImageProps {
  /** A path of this site, or a shared-drive link; blank or missing shows the printed ground. */
  readonly src: string | null | undefined;
  /** Empty for a picture that only decorates what stands beside it in words. */
  readonly alt: string;
  /** Width to height, so that nothing jumps when the picture comes; `fill` takes what room there is. */
  readonly ratio?: string | { readonly base: string; readonly sm: string };
  /** For a picture that stands in view at once. */
  readonly eager?: boolean;
}

/** What stands where there is no picture: a printed flower on sunk paper. */
function Ground() {
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

/** A picture that is fetched when it nears the screen and fades in; where it fails, the printed ground stays. */
export function LazyImage({ src, alt, ratio = "1 / 1", eager = false }: LazyImageProps) {
  const box = useRef<HTMLDivElement>(null);
  const address = (src ?? "").trim() === "" ? undefined : imageAddress(src ?? "");
  const [atOnce] = useState(() => isDrawnByApi || isInView(address));
  const [near, setNear] = useState(eager || !(isDrawnByApi || "IntersectionObserver" in globalThis));
  const [shown, setShown] = useState<{ readonly src: string | undefined; readonly failed: boolean } | undefined>(
    atOnce ? { src: address, failed: false } : undefined,
  );

  useEffect(() => {
    const element = box.current;
    if (near || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);

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
      {missing && <Ground />}
      {!missing && near && (
        <chakra.img
          src={address}
          alt={alt}
          decoding={atOnce ? "sync" : "async"}
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
