import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { NavLink } from "react-router-dom";
import { iconButton } from "../ui/card";
import { useBackCloses } from "../ui/navigation";
import { strings } from "./app.strings";
import { JoinButtons } from "./join-buttons";
import { LanguageSwitch } from "./language-switch";
import { navigationStyle } from "./navigation-style";

/** Side sheet with the navigation for small screens. A native modal dialog, which traps the focus. */
export function SideMenu({
  withSearch,
  onClose,
}: {
  /** True where the header has no search. */
  readonly withSearch: boolean;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);
  // Closed before React removes it: closing a detached dialog does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const link = ({ to, label }: { readonly to: string; readonly label: string }) => (
    <li key={to}>
      <NavLink to={to} end onClick={onClose}>
        {label}
      </NavLink>
    </li>
  );
  return (
    <chakra.dialog
      ref={dialog}
      aria-label={strings.menu}
      onClose={onClose}
      onClick={({ target }) => {
        // A click on the backdrop targets the dialog itself, since the content fills it.
        if (target === dialog.current) onClose();
      }}
      position="fixed"
      inset="0 0 0 auto"
      margin="0"
      width="min(21rem, 88vw)"
      height="100dvh"
      maxHeight="none"
      maxWidth="none"
      padding="0"
      borderWidth="0"
      bg="paper"
      color="ink"
      overflowY="auto"
      boxShadow="0 0 60px rgb(20 10 5 / 50%)"
      css={{ "&::backdrop": { background: "rgb(28 16 10 / 62%)" } }}
      animation="rise 180ms ease-out"
      _motionReduce={{ animation: "none" }}
    >
      <Box p="4" minHeight="full">
        <Flex justify="space-between" ps="2">
          <LanguageSwitch color="indigo.text" />
          <chakra.button
            type="button"
            aria-label={strings.closeMenu}
            onClick={onClose}
            {...iconButton}
            borderRadius="card"
            color="indigo.text"
          >
            <X aria-hidden />
          </chakra.button>
        </Flex>
        <chakra.nav aria-label={strings.mainNavigation} css={navigationStyle}>
          <chakra.ul>
            {link(strings.home)}
            {withSearch && link(strings.searchLink)}
            <li>
              <chakra.span display="block" px="0.75rem" pt="3" textStyle="label" color="muted">
                {strings.shop}
              </chakra.span>
              <chakra.ul ps="3">{strings.shopLinks.map(link)}</chakra.ul>
            </li>
            {strings.navigation.map(link)}
            {link(strings.find)}
          </chakra.ul>
        </chakra.nav>
        <Flex direction="column" gap="3" mt="6" px="3">
          <JoinButtons />
        </Flex>
        {withSearch && (
          <Text mt="6" px="3" textStyle="small" color="muted">
            {`${strings.partnershipFirst} ✦ ${strings.partnershipSecond}`}
          </Text>
        )}
      </Box>
    </chakra.dialog>
  );
}
