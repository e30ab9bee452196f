import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { BookOpen, BriefcaseBusiness, Compass, GraduationCap, HandHeart, Store, Users } from "lucide-react";
import { frame } from "../../../ui/card";
import { Hidden } from "../../../ui/page";
import { strings } from "./about.strings";

const PART_ICONS = [BriefcaseBusiness, Store, GraduationCap] as const;
const RESULT_ICONS = [Users, BookOpen, Compass, HandHeart] as const;

/** An operator between two terms: + or = on screen, a word for screen readers. */
function Operator({ sign, word }: { readonly sign: string; readonly word: string }) {
  return (
    <Box
      fontFamily="heading"
      fontWeight="700"
      fontSize={{ base: "2rem", md: "2.75rem" }}
      lineHeight="1"
      color="marigold.solid"
      textAlign="center"
    >
      <span aria-hidden>{sign}</span>
      <Hidden>{word}</Hidden>
    </Box>
  );
}

/** The formula: Employment, Entrepreneurship and Education, and their results (specification 2, "About"). */
export function Formula() {
  const { heading, lead, parts, plus, equals, results } = strings.formula;
  return (
    <chakra.section aria-labelledby="formula" bg="indigo.solid" color="indigo.on">
      <Box {...frame} py={{ base: "9", md: "14" }}>
        <chakra.h2 id="formula" textStyle="h1" color="indigo.on">
          {heading}
        </chakra.h2>
        <Text mt="1" mb={{ base: "6", md: "8" }}>
          {lead}
        </Text>
        <Grid
          templateColumns={{ base: "minmax(0, 1fr)", md: "1fr auto 1fr auto 1fr" }}
          gap={{ base: "3", md: "5" }}
          alignItems="center"
        >
          {parts.map(({ name, about }, index) => {
            const Icon = PART_ICONS[index] ?? Store;
            return [
              index > 0 && <Operator key={`plus-${name}`} sign="+" word={plus} />,
              <Box key={name} bg="marigold.solid" color="marigold.on" borderRadius="card" p="5" alignSelf="stretch">
                <Icon aria-hidden />
                <chakra.h3 textStyle="h3" color="marigold.on" mt="2">
                  {name}
                </chakra.h3>
                <Text>{about}</Text>
              </Box>,
            ];
          })}
        </Grid>
        <Box my={{ base: "3", md: "5" }}>
          <Operator sign="=" word={equals} />
        </Box>
        <Grid
          as="ul"
          templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr", lg: "repeat(4, 1fr)" }}
          gap={{ base: "3", md: "5" }}
        >
          {results.map(({ name, about }, index) => {
            const Icon = RESULT_ICONS[index] ?? Users;
            return (
              <chakra.li key={name} borderRadius="card" borderWidth="1.5px" borderColor="marigold.solid" p="5">
                <Box color="marigold.solid">
                  <Icon aria-hidden />
                </Box>
                <chakra.h3 textStyle="h3" color="indigo.on" mt="2" mb="1">
                  {name}
                </chakra.h3>
                <Text>{about}</Text>
              </chakra.li>
            );
          })}
        </Grid>
      </Box>
    </chakra.section>
  );
}
