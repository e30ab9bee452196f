import { Box, chakra, Text } from "@chakra-ui/react";
import { goodPage } from "../../shared/good-page";
import { Bullets } from "../../ui/bullets";
import { card } from "../../ui/card";
import { LinkButton } from "../../ui/link-button";

/** The next step after paying or claiming: her page, with what a good one has. @param to the page in this browser */
export function MakeYourPage({ to, level = "h2" }: { readonly to: string; readonly level?: "h2" | "h3" }) {
  return (
    <chakra.section {...card} aria-labelledby="make-your-page" p={{ base: "5", md: "8" }}>
      <chakra.h2 as={level} id="make-your-page" textStyle="h3">
        {goodPage.title}
      </chakra.h2>
      <Text mt="2" maxWidth="text">
        {goodPage.lead}
      </Text>
      <Text mt="4" fontWeight="600">
        {goodPage.has}
      </Text>
      <Bullets points={goodPage.points} />
      <Text mt="3" maxWidth="text">
        {goodPage.without}
      </Text>
      <Box mt="5">
        <LinkButton to={to} label={goodPage.title} />
      </Box>
      <Text mt="3" textStyle="small" color="muted" maxWidth="text">
        {goodPage.mail}
      </Text>
    </chakra.section>
  );
}
