import { Box, type BoxProps, chakra, Flex } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { Menu, Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { SearchBox } from "../features/search/search-box";
import { openListing } from "../shared/open-listing";
import { frame, iconButton } from "../ui/card";
import { useBackCloses } from "../ui/navigation";
import { Mark, Wordmark } from "../ui/wordmark";
import { strings } from "./app.strings";
import { JoinButtons } from "./join-buttons";
import { LanguageSwitch } from "./language-switch";
import { navigationStyle } from "./navigation-style";
import { useOpenPart } from "./open-lazily";
import { ShopMenu } from "./shop-menu";
import type { SideMenu } from "./side-menu";
import { useOnPage } from "./use-on-page";

function Partnership() {
  return (
    <Box
      data-full
      data-banner
      bg="indigo.solid"
      color="indigo.on"
      textAlign="center"
      px="4"
      py={{ md: "1.5" }}
      fontSize="0.9375rem"
      lineHeight="1.35"
      display="flex"
      alignItems="center"
      justifyContent="center"
    >
      <Box flex={{ base: "1", lg: "none" }}>
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
      <LanguageSwitch display={{ base: "grid", md: "none" }} color="indigo.on" />
    </Box>
  );
}

const headerButton = {
  ...iconButton,
  flexShrink: "0",
  borderRadius: "card",
  borderWidth: "1.5px",
  color: "indigo.text",
} as const;

/**
 * Registration and payment pages: on small screens everything but the logo is behind the menu (`data-full`, in
 * theme/states.css), so that the form starts high.
 */
const COMPACT = /^\/(?:paid-events\/[^/]+\/(?:register|payment-.*)|payment-.*)$/;

/** An event's plan: on phones without the banner (`data-banner`), so that its stalls are in the first view. */
const PLAN = /^\/paid-events\/[^/]+$/;

/** The button of the side menu, in a shape. */
function MenuButton({ display, onOpen }: { readonly display: BoxProps["display"]; readonly onOpen: () => void }) {
  return (
    <chakra.button
      type="button"
      {...headerButton}
      display={display}
      aria-haspopup="dialog"
      aria-label={strings.menu}
      onClick={onOpen}
    >
      <Menu aria-hidden />
    </chakra.button>
  );
}

/** The side menu: `open` loads it, and shows it on this page. */
function useSideMenu() {
  const openLazily = useOpenPart();
  const [menu, setMenu] = useOnPage<{ readonly SideMenu: typeof SideMenu }>();
  return { menu, open: () => openLazily(() => import("./side-menu"), setMenu), close: () => setMenu(undefined) };
}

/** The mark and the name, which lead home. */
function HomeLink({ size }: { readonly size: number }) {
  return (
    <Link to={PATHS.home} aria-label={strings.homeLink}>
      <Mark size={size} />
      <Wordmark />
    </Link>
  );
}

/**
 * Header of every page: partnership banner, logo, search and navigation. In the dashboard, which is a tool, everything but
 * the logo is behind the menu.
 */
export function SiteHeader() {
  return useLocation().pathname === PATHS.dashboard ? <ToolHeader /> : <FullHeader />;
}

function ToolHeader() {
  const { menu, open, close } = useSideMenu();
  return (
    <chakra.header borderBottomWidth="1px" bg="paper">
      <Flex maxWidth="94rem" mx="auto" px={{ base: "4", md: "8" }} py="1" align="center" justify="space-between">
        <chakra.span css={{ "& a": { display: "flex", alignItems: "center", gap: "0.5rem", minHeight: "2.75rem" } }}>
          <HomeLink size={28} />
        </chakra.span>
        <MenuButton display="grid" onOpen={open} />
      </Flex>
      {menu !== undefined && <menu.SideMenu withSearch onClose={close} />}
    </chakra.header>
  );
}

function FullHeader() {
  const { pathname, search } = useLocation();
  const compact = COMPACT.test(pathname);
  const { menu, open, close } = useSideMenu();
  // A search in the address (/?q=) opens the search box, on phones too.
  const hasQuery = pathname === "/" && new URLSearchParams(search).has("q");
  const [searching = false, setSearching] = useOnPage(hasQuery);
  // The page of a search is left by Back as any other.
  useBackCloses(searching && !hasQuery, () => setSearching(false));
  const searchRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (searching) searchRef.current?.querySelector("input")?.focus();
  }, [searching]);
  return (
    <chakra.header data-compact={compact} data-plan={PLAN.test(pathname)} borderBottomWidth="1px" bg="paper">
      <Partnership />
      <Flex {...frame} py="3" align="center" gap={{ base: "2", md: "5" }} wrap={{ base: "wrap", md: "nowrap" }}>
        <chakra.span
          // Shrinks at 320 px, so that the buttons stay beside it.
          flex={{ base: "1 1 6rem", md: "none" }}
          me="auto"
          css={{
            "& a": {
              display: "flex",
              width: "fit-content",
              alignItems: "center",
              gap: "0.625rem",
              minHeight: "tap",
              borderRadius: "6px",
            },
            "& img": { height: { base: "34px", md: "40px" }, width: "auto", minWidth: "0", objectFit: "contain" },
          }}
        >
          <HomeLink size={42} />
        </chakra.span>
        <Box
          ref={searchRef}
          data-full
          order={{ base: 1, md: 0 }}
          flex={{ base: "1 0 100%", md: "1 1 20rem" }}
          maxWidth={{ md: "34rem" }}
          display={{ base: searching ? "block" : "none", md: "block" }}
        >
          <SearchBox onOpenListing={openListing} />
        </Box>
        <LanguageSwitch display={{ base: "none", md: "grid" }} color="indigo.text" />
        <Flex gap="2" display={{ base: "none", lg: "flex" }} flexShrink="0">
          <JoinButtons />
        </Flex>
        <chakra.button
          type="button"
          {...headerButton}
          display={{ base: "grid", md: "none" }}
          data-full
          aria-expanded={searching}
          aria-label={searching ? strings.closeSearch : strings.search}
          onClick={() => setSearching(!searching)}
        >
          {searching ? <X aria-hidden /> : <Search aria-hidden />}
        </chakra.button>
        <Box data-full display={{ base: "block", md: "none" }}>
          <ShopMenu compact />
        </Box>
        <MenuButton display={{ base: "grid", lg: "none" }} onOpen={open} />
      </Flex>
      <MainNavigation />
      {menu !== undefined && <menu.SideMenu withSearch={compact} onClose={close} />}
    </chakra.header>
  );
}

function MainNavigation() {
  return (
    <chakra.nav
      aria-label={strings.mainNavigation}
      display={{ base: "none", lg: "block" }}
      css={navigationStyle}
      maxWidth="page"
      mx="auto"
      px="5"
      pb="1"
    >
      <chakra.ul display="flex" gap="1">
        <li>
          <NavLink to={strings.home.to} end>
            {strings.home.label}
          </NavLink>
        </li>
        <li>
          <ShopMenu />
        </li>
        {strings.navigation.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end>
              {label}
            </NavLink>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}
