import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { BlockPrintBand } from "../../ui/art/block-print";
import { MelaPoster } from "../../ui/art/mela-poster";
import { MELA, ROUTES } from "../../ui/event-facts";
import { PageHeading, useDocumentTitle } from "../../ui/page";
import { strings } from "./home.strings";

function Steps() {
  return (
    <chakra.section
      aria-labelledby="steps"
      maxWidth="page"
      mx="auto"
      px={{ base: "4", md: "8" }}
      py={{ base: "10", md: "14" }}
    >
      <chakra.h2 id="steps" textStyle="h2" mb="6">
        {strings.stepsHeading}
      </chakra.h2>
      <chakra.ol
        listStyleType="none"
        p="0"
        display="grid"
        gridTemplateColumns={{ base: "1fr", md: "repeat(3, 1fr)" }}
        gap={{ base: "5", md: "8" }}
      >
        {strings.steps.map(({ title, text }, index) => (
          <chakra.li key={title} display="grid" gridTemplateColumns="auto 1fr" gap="4" alignItems="start">
            <Box
              aria-hidden
              width="3.25rem"
              height="3.25rem"
              display="grid"
              placeItems="center"
              borderRadius="full"
              bg="marigold.soft"
              color="ink"
              borderWidth="2px"
              borderStyle="dotted"
              borderColor="marigold.solid"
              fontFamily="heading"
              fontWeight="700"
              fontSize="1.5rem"
              lineHeight="1"
            >
              {index + 1}
            </Box>
            <div>
              <chakra.h3 textStyle="h3">{title}</chakra.h3>
              <Text mt="1">{text}</Text>
            </div>
          </chakra.li>
        ))}
      </chakra.ol>
    </chakra.section>
  );
}

/** The home page until the browsing area lands: a poster that points to the Mela. */
export function HomePage() {
  useDocumentTitle(strings.title);
  return (
    <>
      <BlockPrintBand />
      <Grid
        maxWidth="page"
        mx="auto"
        px={{ base: "4", md: "8" }}
        py={{ base: "8", md: "12" }}
        gap={{ base: "8", md: "12" }}
        templateColumns={{ base: "1fr", md: "1.15fr 1fr" }}
        alignItems="center"
      >
        <Box>
          <Text color="rani.text" fontWeight="600" mb="3" textStyle="lead">
            {strings.kicker}, {MELA.dates}
          </Text>
          <PageHeading style="display">{strings.heading}</PageHeading>
          <Text textStyle="lead" mt="5" maxWidth="34rem">
            {strings.lead}
          </Text>
          <Flex gap="3" mt="7" wrap="wrap">
            <Button asChild size="lg">
              <Link to={ROUTES.plan}>{strings.choose}</Link>
            </Button>
            <Button asChild size="lg" variant="outline">
              <Link to={ROUTES.events}>{strings.about}</Link>
            </Button>
          </Flex>
        </Box>
        <Box maxWidth={{ base: "22rem", md: "full" }} mx="auto" width="full">
          <MelaPoster label={strings.poster} />
        </Box>
      </Grid>
      <BlockPrintBand />
      <Steps />
    </>
  );
}
