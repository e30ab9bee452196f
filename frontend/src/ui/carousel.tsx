import { Box, chakra, Flex } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { usePrefersStill } from "./motion";

/** What the carousel says; `arrows` are shown only where it has words for them. */
interface CarouselLabels {
  readonly slide: (place: number, count: number) => string;
  readonly dot: (place: number) => string;
  readonly pause: string;
  readonly play: string;
  readonly arrows?: { readonly previous: string; readonly next: string };
}

const SLIDES: CarouselLabels = {
  slide: (place, count) => `Slide ${place} of ${count}`,
  dot: (place) => `Go to slide ${place}`,
  pause: "Pause the slides",
  play: "Play the slides",
};

interface CarouselProps {
  readonly label: string;
  readonly slides: readonly { readonly key: string; readonly content: ReactNode }[];
  /** How long a slide stands, in ms. */
  readonly everyMs: number;
  readonly words?: CarouselLabels;
}

const arrow = {
  display: { base: "none", md: "grid" },
  position: "absolute",
  top: "50%",
  transform: "translateY(-50%)",
  placeItems: "center",
  width: "3rem",
  height: "3rem",
  borderRadius: "full",
  bg: "card",
  color: "indigo.text",
  boxShadow: "card",
  cursor: "pointer",
} as const;

/**
 * Slides one after another, in a loop. It waits while someone points at it, is in it by keyboard, has paused it, or
 * has asked for less motion.
 */
export function Carousel({ label, slides, everyMs, words = SLIDES }: CarouselProps) {
  const [index, setIndex] = useState(0);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
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
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {/* All slides share one cell, so that the tallest gives the height and nothing jumps. */}
      <Box position="relative" display="grid" flex="1">
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
        {words.arrows !== undefined && (
          <>
            <chakra.button
              type="button"
              aria-label={words.arrows.previous}
              onClick={() => step(-1)}
              {...arrow}
              insetInlineStart="4"
            >
              <ChevronLeft aria-hidden />
            </chakra.button>
            <chakra.button
              type="button"
              aria-label={words.arrows.next}
              onClick={() => step(1)}
              {...arrow}
              insetInlineEnd="4"
            >
              <ChevronRight aria-hidden />
            </chakra.button>
          </>
        )}
      </Box>
      <Flex justify="center" align="center" color="indigo.on">
        {slides.map(({ key }, place) => (
          <chakra.button
            key={key}
            type="button"
            aria-label={words.dot(place + 1)}
            aria-current={place === index}
            onClick={() => setIndex(place)}
            width="tap"
            height="tap"
            display="grid"
            placeItems="center"
            cursor="pointer"
            _focusVisible={{ outlineColor: "marigold.solid", outlineOffset: "-4px" }}
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
        <chakra.button
          type="button"
          aria-label={stopped ? words.play : words.pause}
          onClick={() => setPaused(!stopped)}
          width="tap"
          height="tap"
          display="grid"
          placeItems="center"
          cursor="pointer"
          _focusVisible={{ outlineColor: "marigold.solid", outlineOffset: "-4px" }}
        >
          {stopped ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
        </chakra.button>
      </Flex>
    </chakra.section>
  );
}
