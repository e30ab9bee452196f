import { Box, Button, chakra, Grid, Text } from "@chakra-ui/react";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { useState } from "react";
import { BlockPrintBand } from "../../../ui/art/block-print";
import { PageHeading } from "../../../ui/page";
import { usePageHead } from "../../../ui/page-head";
import { PATHS } from "../../../ui/paths";
import { GiftPicture } from "./gift-picture";
import { GiftingForm } from "./gifting-form";
import { strings } from "./gifting.strings";
import { OutcomeOverlay } from "./outcome-overlay";
import type { Outcome } from "./outcome-overlay";
import { card } from "../../../ui/card";

const frame = { maxWidth: "page", mx: "auto", px: { base: "4", md: "8" } } as const;

function Hero() {
  return (
    <Grid
      {...frame}
      py={{ base: "7", md: "12" }}
      templateColumns={{ base: "minmax(0, 1fr)", lg: "1.1fr 1fr" }}
      gap={{ base: "7", lg: "12" }}
      alignItems="center"
    >
      <div>
        <Text color="rani.text" fontWeight="600" mb="2">
          {strings.kicker}
        </Text>
        <PageHeading style="display">{strings.heading}</PageHeading>
        <Text textStyle="lead" mt="4" mb="6" maxWidth="text">
          {strings.lead}
        </Text>
        <Button asChild size="lg">
          <a href="#request">{strings.toForm}</a>
        </Button>
      </div>
      <Box maxWidth="34rem" width="full" mx="auto" borderRadius="18px" overflow="hidden" boxShadow="card">
        <GiftPicture label={strings.picture} />
      </Box>
    </Grid>
  );
}

function Reasons() {
  return (
    <chakra.ul listStyleType="none" p="0" display="grid" gap="6">
      {strings.reasons.map(({ title, text }) => (
        <chakra.li
          key={title}
          borderInlineStartWidth="4px"
          borderInlineStartStyle="solid"
          borderColor="marigold.solid"
          ps="4"
        >
          <Text fontFamily="heading" fontWeight="600" fontSize="1.25rem" color="indigo.text">
            {title}
          </Text>
          <Text>{text}</Text>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** /corporate-gifting: what can be had, the request, and how it went. */
export function GiftingPage() {
  usePageHead(pageHead(PATHS.gifting));
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <>
      <Hero />
      <BlockPrintBand />
      <Grid
        {...frame}
        py={{ base: "8", md: "12" }}
        templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 20rem" }}
        gap={{ base: "8", lg: "12" }}
        alignItems="start"
      >
        <chakra.section
          id="request"
          aria-labelledby="request-heading"
          scrollMarginTop="7rem"
          {...card}
          p={{ base: "5", md: "8" }}
        >
          <chakra.h2 id="request-heading" textStyle="h2">
            {strings.formHeading}
          </chakra.h2>
          <Text color="muted" mt="1" mb="6">
            {strings.formText}
          </Text>
          <GiftingForm onOutcome={setOutcome} />
        </chakra.section>
        <Reasons />
      </Grid>
      <OutcomeOverlay outcome={outcome} onClose={() => setOutcome(undefined)} />
    </>
  );
}
