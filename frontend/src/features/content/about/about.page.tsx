import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { BlockPrintBand } from "../../../ui/block-print";
import { frame } from "../../../ui/card";
import { Drawing } from "../../../ui/drawing";
import { LinkButton } from "../../../ui/link-button";
import { Opening } from "../../../ui/opening";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { strings } from "./about.strings";
import { Formula } from "./formula";
import { Team } from "./team";

function Origin() {
  const { heading, paragraphs, quote, quoteBy } = strings.story;
  const founders = strings.team.members.slice(0, 2);
  return (
    <chakra.section aria-labelledby="story" {...frame} py={{ base: "9", md: "14" }}>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1.25fr" }} gap={{ base: "7", lg: "14" }}>
        <chakra.figure order={{ base: "1", lg: "0" }} alignSelf="start" position={{ lg: "sticky" }} top={{ lg: "8" }}>
          <Grid templateColumns="1fr 1fr" gap="4" alignItems="start" maxWidth="28rem" aria-hidden>
            {founders.map(({ name, portrait }, index) => (
              <Box key={name} borderRadius="card" overflow="hidden" boxShadow="card" mt={index === 1 ? "8" : "0"}>
                <Drawing src={portrait} width={200} height={220} />
              </Box>
            ))}
          </Grid>
          <chakra.blockquote
            textStyle="h2"
            fontFamily="heading"
            color="rani.text"
            mt="6"
          >{`“${quote}”`}</chakra.blockquote>
          <chakra.figcaption mt="2" color="muted">
            {quoteBy}
          </chakra.figcaption>
        </chakra.figure>
        <div>
          <chakra.h2 id="story" textStyle="h1" mb="4">
            {heading}
          </chakra.h2>
          {paragraphs.map((paragraph, index) => (
            <Text key={paragraph} textStyle={index === 0 ? "lead" : undefined} mb="4" maxWidth="text">
              {paragraph}
            </Text>
          ))}
        </div>
      </Grid>
    </chakra.section>
  );
}

function Aims() {
  return (
    <Grid
      {...frame}
      pb={{ base: "9", md: "14" }}
      templateColumns={{ base: "minmax(0, 1fr)", md: "1fr 1fr" }}
      gap={{ base: "4", md: "6" }}
    >
      {[strings.vision, strings.mission].map(({ heading, text }, index) => (
        <chakra.section
          key={heading}
          aria-labelledby={`aim-${index}`}
          bg={index === 0 ? "marigold.soft" : "rani.soft"}
          borderRadius="card"
          p={{ base: "6", md: "8" }}
        >
          <chakra.h2 id={`aim-${index}`} textStyle="h2" mb="2">
            {heading}
          </chakra.h2>
          <Text textStyle="lead">{text}</Text>
        </chakra.section>
      ))}
    </Grid>
  );
}

function Join() {
  const { heading, text, list, write } = strings.join;
  return (
    <Flex
      {...frame}
      direction={{ base: "column", md: "row" }}
      align={{ md: "center" }}
      justify="space-between"
      gap="6"
      pb="4"
    >
      <Box maxWidth="text">
        <chakra.h2 textStyle="h2">{heading}</chakra.h2>
        <Text mt="1">{text}</Text>
      </Box>
      <Flex gap="3" wrap="wrap" flexShrink="0">
        <LinkButton to={PATHS.joinEntrepreneur} size="lg" label={list} />
        <LinkButton to={PATHS.support} size="lg" variant="outline" label={write} />
      </Flex>
    </Flex>
  );
}

/** /about: origin, vision and mission, formula, and team. */
export function AboutPage() {
  usePageHead(pageHead(PATHS.about));
  return (
    <>
      <Box {...frame} pt={{ base: "7", md: "12" }} pb={{ base: "7", md: "10" }}>
        <Opening texts={strings} />
      </Box>
      <BlockPrintBand />
      <Origin />
      <Aims />
      <Formula />
      <Team />
      <Join />
    </>
  );
}
