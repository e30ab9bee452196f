import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { Check, ChevronUp, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useEventFacts } from "../api/event-facts";
import { frame } from "../ui/card";
import { OUR_INSTAGRAM, OUR_LINKEDIN } from "../ui/contacts";
import { Announcement, NEW_TAB, OPENS_IN_NEW_TAB } from "../ui/page";
import { SocialSign } from "../ui/social-sign";
import { useCopyText } from "../ui/toast";
import { Mark } from "../ui/wordmark";
import { strings } from "./app.strings";

/** How long "Copied" is shown, in ms (specification 1, section 9). */
const COPIED_MS = 2000;

const links = {
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "tap",
    minWidth: "tap",
    overflowWrap: "anywhere",
    color: "indigo.on",
    textDecoration: "underline",
    textDecorationColor: "rgb(255 249 239 / 40%)",
    textUnderlineOffset: "4px",
    _hover: { textDecorationColor: "currentColor" },
  },
  "& :focus-visible": { outlineColor: "marigold.solid" },
} as const;

/** On phones the links of all lists run on, without headings, so that the footer is no second page. */
const wide = { base: "none", md: "block" } as const;

function LinkList({
  heading,
  list,
  columns = 1,
}: {
  readonly heading: string;
  readonly list: readonly { readonly to: string; readonly label: string }[];
  readonly columns?: number;
}) {
  return (
    <chakra.nav aria-label={heading}>
      <chakra.h2 textStyle="h3" color="indigo.on" mb="1" display={wide}>
        {heading}
      </chakra.h2>
      <chakra.ul
        display={{ base: "flex", md: "grid" }}
        flexWrap="wrap"
        gridTemplateColumns={`repeat(${columns}, minmax(0, auto))`}
        columnGap={{ base: "5", md: "6" }}
        justifyContent="start"
      >
        {list.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}

/** The support address with a button that copies it. */
function Email() {
  const copyText = useCopyText();
  const { supportEmail } = useEventFacts().organisation;
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(supportEmail, undefined, strings.notCopied)) setCopied(true);
  };
  return (
    <Flex align="center" gap="1" wrap="wrap">
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      <chakra.button
        type="button"
        aria-label={copied ? strings.copied : strings.copyEmail}
        onClick={() => void copy()}
        minWidth="tap"
        height="tap"
        px="2"
        display="inline-flex"
        alignItems="center"
        justifyContent="center"
        gap="1.5"
        cursor="pointer"
        borderRadius="small"
      >
        {copied ? (
          <>
            <Check size={18} aria-hidden />
            {strings.copied}
          </>
        ) : (
          <Copy size={18} aria-hidden />
        )}
      </chakra.button>
      <Announcement>{copied ? strings.copied : ""}</Announcement>
    </Flex>
  );
}

const SOCIAL_LINKS = [
  { network: "Instagram", href: OUR_INSTAGRAM },
  { network: "LinkedIn", href: OUR_LINKEDIN },
] as const;

/** Footer of every page; in the dashboard, one line that opens it. */
export function SiteFooter() {
  const isTool = useLocation().pathname === PATHS.dashboard;
  return (
    <chakra.footer bg="indigo.solid" color="indigo.on" mt={isTool ? "6" : "12"} css={links}>
      {isTool ? (
        <details>
          <chakra.summary
            {...frame}
            maxWidth="94rem"
            px={{ base: "4", md: "8" }}
            display="flex"
            alignItems="center"
            gap="2"
            minHeight="tap"
            cursor="pointer"
          >
            <ChevronUp size={18} aria-hidden />
            {strings.siteLinks}
          </chakra.summary>
          <Content />
        </details>
      ) : (
        <Content />
      )}
    </chakra.footer>
  );
}

function Content() {
  const { headquarters } = useEventFacts().organisation;
  return (
    <>
      <Box
        {...frame}
        py={{ base: "5", md: "9" }}
        display="grid"
        gap={{ base: "2", md: "8" }}
        gridTemplateColumns={{
          base: "minmax(0, 1fr)",
          md: "repeat(2, minmax(0, 1fr))",
          lg: "minmax(0, 1.3fr) minmax(0, 1.2fr) minmax(0, 0.9fr) minmax(0, 0.9fr)",
        }}
      >
        <div>
          <Flex gap="4" align="center" maxWidth="24rem" display={{ base: "none", md: "flex" }}>
            <Mark size={52} />
            <Text>{strings.footerLine}</Text>
          </Flex>
          <chakra.h2 textStyle="h3" color="indigo.on" mt="6" mb="1" display={wide}>
            {strings.contact}
          </chakra.h2>
          <Email />
          <chakra.address fontStyle="normal" mt="1" fontSize={{ base: "0.9375rem", md: "inherit" }}>
            {headquarters.map((line) => (
              <chakra.span key={line} display={{ base: "inline", md: "block" }}>
                {`${line} `}
              </chakra.span>
            ))}
          </chakra.address>
          <Flex as="ul" gap="2" mt={{ base: "1", md: "3" }}>
            {SOCIAL_LINKS.map(({ network, href }) => (
              <li key={network}>
                <chakra.a
                  href={href}
                  {...NEW_TAB}
                  aria-label={`${network} ${OPENS_IN_NEW_TAB}`}
                  width="tap"
                  justifyContent="center"
                  borderRadius="full"
                  borderWidth="1.5px"
                  borderColor="rgb(255 249 239 / 45%)"
                >
                  <SocialSign network={network} />
                </chakra.a>
              </li>
            ))}
          </Flex>
        </div>
        <LinkList heading={strings.quickLinks} list={strings.quickLinkList} columns={2} />
        <LinkList heading={strings.mela} list={strings.melaList} />
        <LinkList heading={strings.legal} list={strings.legalList} />
      </Box>
      <Text {...frame} pb={{ base: "4", md: "6" }} fontSize="0.9375rem">
        {strings.copyright}
      </Text>
    </>
  );
}
