import { chakra, Flex, Text } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { Mark } from "../ui/art/wordmark";
import { SUPPORT_EMAIL } from "../ui/event-facts";
import { strings } from "./app.strings";

const links = {
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "2.75rem",
    color: "indigo.on",
    textDecoration: "underline",
    textDecorationColor: "rgb(255 249 239 / 40%)",
    textUnderlineOffset: "4px",
    _hover: { textDecorationColor: "currentColor" },
  },
} as const;

/** The foot of every page. */
export function SiteFooter() {
  return (
    <chakra.footer bg="indigo.solid" color="indigo.on" mt="12" css={links}>
      <Flex
        maxWidth="page"
        mx="auto"
        px={{ base: "4", md: "8" }}
        py="8"
        gap="8"
        justify="space-between"
        direction={{ base: "column", md: "row" }}
      >
        <Flex gap="4" align="center" maxWidth="24rem">
          <Mark size={52} />
          <Text>{strings.footerLine}</Text>
        </Flex>
        <chakra.nav aria-label={strings.footerNavigation}>
          <chakra.ul
            listStyleType="none"
            p="0"
            display="grid"
            gridTemplateColumns="repeat(2, auto)"
            columnGap="8"
          >
            {strings.navigation.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </chakra.ul>
        </chakra.nav>
        <div>
          <Text>{strings.footerHelp}</Text>
          <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
        </div>
      </Flex>
      <Text maxWidth="page" mx="auto" px={{ base: "4", md: "8" }} pb="6" fontSize="0.9375rem">
        {strings.copyright}
      </Text>
    </chakra.footer>
  );
}
