import { Badge, Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { CalendarDays, ExternalLink, Landmark, MapPin } from "lucide-react";
import achievers from "../../../assets/art/medal-achievers.svg";
import finalist from "../../../assets/art/medal-finalist.svg";
import marketplace from "../../../assets/art/medal-marketplace.svg";
import { Bullets } from "../../../ui/bullets";
import { card } from "../../../ui/card";
import { Drawing } from "../../../ui/drawing";
import { Opening } from "../../../ui/opening";
import { NEW_TAB, NewTabHint, PageBody } from "../../../ui/page";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { FactWithIcon } from "../../../ui/sign";
import type { Award } from "./awards.strings";
import { strings } from "./awards.strings";

const MEDALS: Readonly<Record<Award["id"], string>> = { achievers, finalist, marketplace };

const fact = { size: 20, ps: "8", fontWeight: "600" } as const;

/** Card of an award; a `wide` one spans the page. */
function AwardCard({ award, wide }: { readonly award: Award; readonly wide: boolean }) {
  const { id, title, badges, awardedBy, date, location, text, highlights, media } = award;
  return (
    <chakra.article
      aria-labelledby={id}
      gridColumn={{ lg: wide ? "1 / -1" : "auto" }}
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "auto minmax(0, 1fr)" }}
      columnGap={{ md: "7", lg: wide ? "12" : "6" }}
      rowGap="5"
      gridTemplateRows={{ md: "auto 1fr" }}
      alignContent="start"
      {...card}
      p={{ base: "5", md: wide ? "9" : "7" }}
    >
      <Box width={{ base: "7rem", md: wide ? "13rem" : "8rem" }} gridRow={{ md: wide ? "1 / span 2" : "auto" }}>
        <Drawing src={MEDALS[id]} width={160} height={190} />
      </Box>
      <div>
        <Flex gap="2" wrap="wrap" mb="3">
          {badges.map((badge, index) => (
            <Badge key={badge} variant={index === 0 ? "surface" : "solid"} whiteSpace="normal">
              {badge}
            </Badge>
          ))}
        </Flex>
        <chakra.h2 id={id} textStyle="h2">
          {title}
        </chakra.h2>
        <Text mt="2">{text}</Text>
      </div>
      <Box gridColumn={{ md: wide ? "2" : "1 / -1" }}>
        <chakra.dl display="grid" gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "repeat(3, auto)" }} gap="4">
          <FactWithIcon icon={Landmark} {...fact} name={strings.awardedBy}>
            {awardedBy}
          </FactWithIcon>
          <FactWithIcon icon={CalendarDays} {...fact} name={strings.date}>
            {date}
          </FactWithIcon>
          <FactWithIcon icon={MapPin} {...fact} name={strings.location}>
            {location}
          </FactWithIcon>
        </chakra.dl>
        <chakra.h3 textStyle="h3" mt="6" mb="2">
          {strings.highlights}
        </chakra.h3>
        <Bullets points={highlights} />
        {media !== undefined && (
          <Button asChild variant="outline" mt="6">
            <a href={media.href} {...NEW_TAB}>
              <span>{media.label}</span>
              <ExternalLink aria-hidden />
              <NewTabHint />
            </a>
          </Button>
        )}
      </Box>
    </chakra.article>
  );
}

/** /awards: the three awards. */
export function AwardsPage() {
  usePageHead(pageHead(PATHS.awards));
  return (
    <PageBody>
      <Box mb={{ base: "6", md: "9" }}>
        <Opening texts={strings} />
      </Box>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }} gap={{ base: "4", md: "6" }}>
        {strings.awards.map((award, index) => (
          <AwardCard key={award.id} award={award} wide={index === 0} />
        ))}
      </Grid>
    </PageBody>
  );
}
