import { Box, chakra } from "@chakra-ui/react";
import craft from "../../../assets/art/mela-craft.svg";
import evening from "../../../assets/art/mela-evening.svg";
import market from "../../../assets/art/mela-market.svg";
import { Carousel } from "../../../ui/carousel";
import { strings } from "./events.strings";

/** Time per picture, in ms (specification 2, section 9). */
const ADVANCE_MS = 4000;

const SLIDES = [market, craft, evening].map((picture, index) => ({
  key: picture,
  content: (
    <Box aspectRatio={{ base: "4 / 3", md: "960 / 440" }}>
      <chakra.img
        src={picture}
        alt={strings.pictures[index] ?? ""}
        display="block"
        width="100%"
        height="100%"
        objectFit="cover"
      />
    </Box>
  ),
}));

/** Carousel of three illustrations of the Mela. */
export function MelaPictures() {
  return <Carousel label={strings.carousel} slides={SLIDES} everyMs={ADVANCE_MS} noun="picture" />;
}
