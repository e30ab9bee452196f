import { Box, chakra, Flex } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { usePrefersStill } from "./motion";
import { signButton } from "./card";

/** What the carousel says. */
interface CarouselLabels {
  readonly slide: (place: number, count: number) => string;
  readonly dot: (place: number) => string;
  readonly pause: string;
  readonly play: string;
  readonly previous: string;
  readonly next: string;
}

const SLIDES: CarouselLabels = {
  slide: (place, count) => `Slide ${place} of ${count}`,
  dot: (place) => `Go to slide ${place}`,
  pause: "Pause the slides",
  play: "Play the slides",
  previous: "Previous slide",
  next: "Next slide",
};

interface CarouselProps {
  readonly label: string;
  readonly slides: readonly { readonly key: string; readonly content: ReactNode }[];
  /** How long a slide stands, in ms. */
  readonly everyMs: number;
  readonly words?: CarouselLabels;
}

const control = { ...signButton, _focusVisible: { outlineColor: "marigold.solid", outlineOffset: "-4px" } } as const;

/** A slide drawn so far to a side gives way to the next, in px. */
const SWIPE = 40;

/** A finger drawn over the slides goes on or back; up and down scrolls the page as ever. */
function useSwipe(step: (by: number) => void) {
  const from = useRef<number>(undefined);
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      from.current = pointerType === "mouse" ? undefined : clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const drawn = from.current === undefined ? 0 : clientX - from.current;
      from.current = undefined;
      if (Math.abs(drawn) >= SWIPE) step(drawn < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
}

/**
 * Slides one after another, in a loop, by a swipe, arrows and dots. It waits while someone points at it, is in it by
 * keyboard, has paused it, or has asked for less motion.
 */
export function Carousel({ label, slides, everyMs, words = SLIDES }: CarouselProps) {
  const [index, setIndex] = useState(0);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  // A press leaves the focus on what was pressed: nobody is there by keyboard.
  const pressing = useRef(false);
  const [paused, setPaused] = useState<boolean>();
  const still = usePrefersStill();
  const stopped = paused ?? still;
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
      aria-roledescription="carousel"
      aria-label={label}
      display="flex"
      flexDirection="column"
      height="full"
      borderRadius="18px"
      overflow="hidden"
      boxShadow="card"
      bg="indigo.solid"
      // A finger points at nothing once it is up.
      onPointerEnter={({ pointerType }) => setHovered(pointerType !== "touch")}
      onPointerLeave={() => setHovered(false)}
      onPointerDown={() => {
        pressing.current = true;
        setFocused(false);
      }}
      onPointerUp={() => {
        pressing.current = false;
      }}
      onPointerCancel={() => {
        pressing.current = false;
      }}
      onFocus={() => setFocused(!pressing.current)}
      onBlur={() => setFocused(false)}
    >
      {/* All slides share one cell, so that the tallest gives the height and nothing jumps. */}
      <Box position="relative" display="grid" flex="1" touchAction="pan-y" {...swipe}>
        {slides.map(({ key, content }, place) => (
          <Box
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={words.slide(place + 1, count)}
            aria-hidden={place !== index}
            inert={place !== index}
            gridArea="1 / 1"
            display="grid"
            opacity={place === index ? 1 : 0}
            visibility={place === index ? "visible" : "hidden"}
            transition="opacity 500ms ease, visibility 500ms"
            _motionReduce={{ transition: "none" }}
          >
            {content}
          </Box>
        ))}
      </Box>
      <Flex justify="center" align="center" color="indigo.on">
        <chakra.button type="button" aria-label={words.previous} onClick={() => step(-1)} {...control}>
          <ChevronLeft aria-hidden />
        </chakra.button>
        {slides.map(({ key }, place) => (
          <chakra.button
            key={key}
            type="button"
            aria-label={words.dot(place + 1)}
            aria-current={place === index}
            onClick={() => setIndex(place)}
            {...control}
          >
            <Box
              height="10px"
              width={place === index ? "28px" : "10px"}
              borderRadius="full"
              bg={place === index ? "marigold.solid" : "transparent"}
              borderWidth="2px"
              borderColor={place === index ? "marigold.solid" : "indigo.on"}
              transition="width 200ms"
              _motionReduce={{ transition: "none" }}
            />
          </chakra.button>
        ))}
        <chakra.button type="button" aria-label={words.next} onClick={() => step(1)} {...control}>
          <ChevronRight aria-hidden />
        </chakra.button>
        <chakra.button
          type="button"
          aria-label={stopped ? words.play : words.pause}
          onClick={() => setPaused(!stopped)}
          {...control}
        >
          {stopped ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
        </chakra.button>
      </Flex>
    </chakra.section>
  );
}
