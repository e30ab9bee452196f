import { Box, chakra, Flex } from "@chakra-ui/react";
import { Menu, X } from "lucide-react";
import { useId, useState } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { Mark, Wordmark } from "../ui/art/wordmark";
import { ROUTES } from "../ui/event-facts";
import { strings } from "./app.strings";

const linkStyle = {
  "& a": {
    display: "flex",
    alignItems: "center",
    minHeight: "2.75rem",
    px: "0.75rem",
    fontWeight: "600",
    color: "ink",
    textDecoration: "none",
    borderRadius: "6px",
    position: "relative",
    _hover: { color: "rani.text" },
  },
  "& a[aria-current=page]": {
    color: "rani.text",
    _after: {
      content: '""',
      position: "absolute",
      insetInline: "0.75rem",
      bottom: "0.375rem",
      height: "3px",
      bg: "marigold.solid",
      borderRadius: "full",
    },
  },
} as const;

function Partnership() {
  return (
    <Box
      bg="indigo.solid"
      color="indigo.on"
      textAlign="center"
      px="4"
      py="1.5"
      fontSize="0.9375rem"
      lineHeight="1.35"
    >
      <chakra.p display={{ base: "block", lg: "inline" }} fontStyle="italic">
        {strings.partnershipFirst}
      </chakra.p>
      <chakra.span aria-hidden display={{ base: "none", lg: "inline" }} mx="3" color="marigold.solid">
        ✦
      </chakra.span>
      <chakra.p display={{ base: "block", lg: "inline" }} fontWeight="600">
        {strings.partnershipSecond}
      </chakra.p>
    </Box>
  );
}

function Links() {
  return strings.navigation.map(({ to, label }) => (
    <chakra.li key={to}>
      <NavLink to={to} end>
        {label}
      </NavLink>
    </chakra.li>
  ));
}

/** Banner of the partnership, logo and navigation, on every page. */
export function SiteHeader() {
  const menuId = useId();
  const { pathname } = useLocation();
  // The menu belongs to the page it was opened on: a navigation closes it.
  const [openOn, setOpenOn] = useState<string>();
  const open = openOn === pathname;
  const setOpen = (wanted: boolean) => setOpenOn(wanted ? pathname : undefined);

  return (
    <chakra.header borderBottomWidth="1px" borderBottomStyle="solid" borderColor="line" bg="paper">
      <Partnership />
      <Flex
        maxWidth="page"
        mx="auto"
        px={{ base: "4", md: "8" }}
        py="3"
        align="center"
        justify="space-between"
        gap="4"
      >
        <chakra.span
          css={{ "& a": { display: "flex", alignItems: "center", gap: "0.75rem", color: "indigo.text" } }}
        >
          <Link to={ROUTES.home} aria-label={strings.homeLink}>
            <Mark size={44} />
            <Wordmark height={44} />
          </Link>
        </chakra.span>
        <chakra.nav
          aria-label={strings.mainNavigation}
          display={{ base: "none", md: "block" }}
          css={linkStyle}
        >
          <chakra.ul display="flex" gap="1" listStyleType="none" p="0">
            <Links />
          </chakra.ul>
        </chakra.nav>
        <chakra.button
          type="button"
          display={{ base: "grid", md: "none" }}
          placeItems="center"
          width="tap"
          height="tap"
          borderRadius="card"
          borderWidth="1.5px"
          borderStyle="solid"
          borderColor="line"
          color="indigo.text"
          cursor="pointer"
          aria-expanded={open}
          aria-controls={menuId}
          aria-label={open ? strings.closeMenu : strings.menu}
          onClick={() => setOpen(!open)}
        >
          {open ? <X aria-hidden /> : <Menu aria-hidden />}
        </chakra.button>
      </Flex>
      <chakra.nav
        id={menuId}
        aria-label={strings.mainNavigation}
        hidden={!open}
        display={{ base: open ? "block" : "none", md: "none" }}
        css={linkStyle}
        px="1"
        pb="3"
        onKeyDown={(event) => {
          if (event.key === "Escape") setOpen(false);
        }}
      >
        <chakra.ul listStyleType="none" p="0">
          <Links />
        </chakra.ul>
      </chakra.nav>
    </chakra.header>
  );
}
