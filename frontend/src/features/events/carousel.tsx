import { Box, chakra, Flex } from "@chakra-ui/react";
import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import type { ComponentType } from "react";
import { usePrefersStill } from "../../ui/motion";
import { strings } from "./events.strings";
import { CraftScene, EveningScene, MarketScene } from "./scenes";

/** The carousel advances every 4 seconds (specification 2, section 9). */
const ADVANCE_MS = 4000;

const PICTURES: readonly { Picture: ComponentType<{ label: string }>; label: string }[] = [
  { Picture: MarketScene, label: strings.pictures[0] },
  { Picture: CraftScene, label: strings.pictures[1] },
  { Picture: EveningScene, label: strings.pictures[2] },
];

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

/** Three drawn pictures, one at a time. It waits while someone points at it, is in it by keyboard, or paused it. */
export function Carousel() {
  const [index, setIndex] = useState(0);
  const [attended, setAttended] = useState(false);
  const still = usePrefersStill();
  const [paused, setPaused] = useState<boolean | undefined>(undefined);
  const stopped = paused ?? still;

  useEffect(() => {
    if (attended || stopped) return;
    const timer = setTimeout(() => setIndex((index + 1) % PICTURES.length), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [index, attended, stopped]);

  const step = (by: number) => setIndex((index + by + PICTURES.length) % PICTURES.length);
  return (
    <chakra.section
      aria-roledescription="carousel"
      aria-label={strings.carousel}
      position="relative"
      borderRadius="18px"
      overflow="hidden"
      boxShadow="card"
      bg="indigo.solid"
      onMouseEnter={() => setAttended(true)}
      onMouseLeave={() => setAttended(false)}
      onFocus={() => setAttended(true)}
      onBlur={() => setAttended(false)}
    >
      <Box position="relative" aspectRatio={{ base: "4 / 3", md: "960 / 440" }}>
        {PICTURES.map(({ Picture, label }, place) => (
          <Box
            key={label}
            role="group"
            aria-roledescription="slide"
            aria-label={strings.slide(place + 1, PICTURES.length)}
            aria-hidden={place !== index}
            position="absolute"
            inset="0"
            opacity={place === index ? 1 : 0}
            transition="opacity 500ms ease"
            _motionReduce={{ transition: "none" }}
            css={{ "& svg": { width: "100%", height: "100%", display: "block" } }}
          >
            <Picture label={label} />
          </Box>
        ))}
        <chakra.button
          type="button"
          aria-label={strings.previous}
          onClick={() => step(-1)}
          {...arrow}
          insetInlineStart="4"
        >
          <ChevronLeft aria-hidden />
        </chakra.button>
        <chakra.button
          type="button"
          aria-label={strings.next}
          onClick={() => step(1)}
          {...arrow}
          insetInlineEnd="4"
        >
          <ChevronRight aria-hidden />
        </chakra.button>
      </Box>
      <Flex justify="center" align="center" bg="indigo.solid" color="indigo.on">
        {PICTURES.map(({ label }, place) => (
          <chakra.button
            key={label}
            type="button"
            aria-label={strings.dot(place + 1)}
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
              borderStyle="solid"
              borderColor={place === index ? "marigold.solid" : "indigo.on"}
              transition="width 200ms"
              _motionReduce={{ transition: "none" }}
            />
          </chakra.button>
        ))}
        <chakra.button
          type="button"
          aria-label={stopped ? strings.play : strings.pause}
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
