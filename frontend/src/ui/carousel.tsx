import { Box, chakra, Flex } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/ui";
import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { iconButton } from "./card";
import { usePrefersReducedMotion } from "./media-query";

interface CarouselProps {
  readonly label: string;
  readonly slides: readonly { readonly key: string; readonly content: ReactNode }[];
  /** Time per slide, in ms. */
  readonly everyMs: number;
  /** What a slide is called in the labels of the controls. */
  readonly noun?: "slide" | "picture";
}

const control = { ...iconButton, _focusVisible: { outlineColor: "marigold.solid", outlineOffset: "-4px" } } as const;

/** Minimum horizontal swipe, in px. */
const SWIPE_THRESHOLD = 40;

/** Changes the slide on a horizontal swipe by touch or pen. */
function useSwipe(step: (by: number) => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      from.current = pointerType === "mouse" ? undefined : clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const distance = from.current === undefined ? 0 : clientX - from.current;
      from.current = undefined;
      if (Math.abs(distance) >= SWIPE_THRESHOLD) step(distance < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
}

/**
 * Slides that advance automatically in a loop, or by swipe, arrows and dots. Stops while hovered, focused by keyboard or
 * paused, and if the visitor prefers reduced motion.
 */
export function Carousel({ label, slides, everyMs, noun = "slide" }: CarouselProps) {
  const texts = messages.carousel[noun];
  const [index, setIndex] = useState(0);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  // A pointer press focuses its button too: that does not count as keyboard focus.
  const pressing = useRef(false);
  const [paused, setPaused] = useState<boolean>();
  const reducedMotion = usePrefersReducedMotion();
  const stopped = paused ?? reducedMotion;
  const count = slides.length;

  useEffect(() => {
    if (hovered || focused || stopped || count < 2) return;
    const timer = setTimeout(() => setIndex((index + 1) % count), everyMs);
    return () => clearTimeout(timer);
  }, [index, hovered, focused, stopped, count, everyMs]);

  const step = (by: number) => setIndex((index + by + count) % count);
  const swipe = useSwipe(step);
  return (
    <chakra.section
      aria-roledescription={messages.carousel.role}
      aria-label={label}
      display="flex"
      flexDirection="column"
      height="full"
      borderRadius="18px"
      overflow="hidden"
      boxShadow="card"
      bg="indigo.solid"
      // Touch has no hover.
      onPointerEnter={({ pointerType }) => setHovered(pointerType !== "touch")}
      onPointerLeave={() => setHovered(false)}
      onPointerDown={() => {
        pressing.current = true;
        setFocused(false);
        // The press may end anywhere.
        for (const end of ["pointerup", "pointercancel"])
          globalThis.addEventListener(end, () => (pressing.current = false), { once: true });
      }}
      onFocus={() => setFocused(!pressing.current)}
      onBlur={() => setFocused(false)}
    >
      {/* All slides share one grid cell: the tallest sets the height, so the layout does not shift. */}
      <Box position="relative" display="grid" flex="1" touchAction="pan-y" {...swipe}>
        {slides.map(({ key, content }, position) => (
          <Box
            key={key}
            role="group"
            aria-roledescription={messages.carousel.slideRole}
            aria-label={texts.slide({ number: position + 1, count })}
            aria-hidden={position !== index}
            inert={position !== index}
            gridArea="1 / 1"
            display="grid"
            opacity={position === index ? 1 : 0}
            visibility={position === index ? "visible" : "hidden"}
            transition="opacity 500ms ease, visibility 500ms"
            _motionReduce={{ transition: "none" }}
          >
            {content}
          </Box>
        ))}
      </Box>
      <Flex justify="center" align="center" color="indigo.on">
        <chakra.button type="button" aria-label={texts.previous} onClick={() => step(-1)} {...control}>
          <ChevronLeft aria-hidden />
        </chakra.button>
        {slides.map(({ key }, position) => (
          <chakra.button
            key={key}
            type="button"
            aria-label={texts.goTo({ number: position + 1 })}
            aria-current={position === index}
            onClick={() => setIndex(position)}
            {...control}
          >
            <Box
              height="10px"
              width={position === index ? "28px" : "10px"}
              borderRadius="full"
              bg={position === index ? "marigold.solid" : "transparent"}
              borderWidth="2px"
              borderColor={position === index ? "marigold.solid" : "indigo.on"}
              transition="width 200ms"
              _motionReduce={{ transition: "none" }}
            />
          </chakra.button>
        ))}
        <chakra.button type="button" aria-label={texts.next} onClick={() => step(1)} {...control}>
          <ChevronRight aria-hidden />
        </chakra.button>
        <chakra.button
          type="button"
          aria-label={stopped ? texts.play : texts.pause}
          onClick={() => setPaused(!stopped)}
          {...control}
        >
          {stopped ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
        </chakra.button>
      </Flex>
    </chakra.section>
  );
}
