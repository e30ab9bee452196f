import { Box } from "@chakra-ui/react";
import type { ComponentType } from "react";
import { Carousel } from "../../../ui/carousel";
import { strings } from "./events.strings";
import { CraftScene, EveningScene, MarketScene } from "./scenes";

/** The pictures advance every 4 seconds (specification 2, section 9). */
const ADVANCE_MS = 4000;

const PICTURES: readonly { Picture: ComponentType<{ label: string }>; label: string }[] = [
  { Picture: MarketScene, label: strings.pictures[0] },
  { Picture: CraftScene, label: strings.pictures[1] },
  { Picture: EveningScene, label: strings.pictures[2] },
];

const SLIDES = PICTURES.map(({ Picture, label }) => ({
  key: label,
  content: (
    <Box
      aspectRatio={{ base: "4 / 3", md: "960 / 440" }}
      css={{ "& svg": { width: "100%", height: "100%", display: "block" } }}
    >
      <Picture label={label} />
    </Box>
  ),
}));

/** Three drawn pictures of the Mela, one at a time. */
export function MelaPictures() {
  const { slide, dot, pause, play, previous, next } = strings;
  const words = { slide, dot, pause, play, arrows: { previous, next } };
  return <Carousel label={strings.carousel} slides={SLIDES} everyMs={ADVANCE_MS} words={words} />;
}
