import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { card, frame } from "../../../ui/card";
import { Drawing } from "../../../ui/drawing";
import { SocialLinks } from "../../../ui/outbound";
import { type Profile, strings } from "./about.strings";

const texts = strings.team;

function Member({ member: { name, role, about, portrait, social } }: { readonly member: Profile }) {
  return (
    <chakra.article
      aria-label={name}
      display="flex"
      // With large text the words come below the portrait.
      flexWrap="wrap"
      gap={{ base: "4", md: "5" }}
      {...card}
      p={{ base: "4", md: "5" }}
    >
      <Box alignSelf="start" borderRadius="small" overflow="hidden" width={{ base: "6.5rem", md: "8.5rem" }}>
        <Drawing src={portrait} width={200} height={220} label={texts.portraitOf(name)} />
      </Box>
      <Box flex="1 1 9rem" minWidth="0">
        <chakra.h3 textStyle="h3">{name}</chakra.h3>
        <Text color="rani.text" fontWeight="600" lineHeight="1.35">
          {role}
        </Text>
        <Text textStyle="small" mt="2" mb="3">
          {about}
        </Text>
        <SocialLinks of={name} addresses={social} />
      </Box>
    </chakra.article>
  );
}

/** The team, with links to social networks. */
export function Team() {
  return (
    <chakra.section aria-labelledby="team" {...frame} py={{ base: "9", md: "14" }}>
      <chakra.h2 id="team" textStyle="h1">
        {texts.heading}
      </chakra.h2>
      <Text mt="1" mb={{ base: "5", md: "7" }}>
        {texts.lead}
      </Text>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }} gap={{ base: "4", md: "6" }}>
        {texts.members.map((member) => (
          <Member key={member.name} member={member} />
        ))}
      </Grid>
    </chakra.section>
  );
}
