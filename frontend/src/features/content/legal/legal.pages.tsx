import { Box, Button, chakra, Grid, Text } from "@chakra-ui/react";
import { Global } from "@emotion/react";
import strings from "@sakhi/domain/generated/messages/en/legal";
import { PATHS } from "@sakhi/domain/site/routes";
import { Printer } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { useEventFacts } from "../../../api/event-facts";
import disclaimer from "../../../assets/documents/disclaimer.md";
import privacy from "../../../assets/documents/privacy-policy.md";
import terms from "../../../assets/documents/terms-and-conditions.md";
import { Bullets } from "../../../ui/bullets";
import { PageBody, PageHeading } from "../../../ui/page";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { IN_ENGLISH, IN_OURS, OnlyInEnglish } from "../only-in-english";

/** Prints the document without header and footer. */
const PRINT_STYLES = {
  "@media print": {
    "body header, body footer": { display: "none !important" },
    "html, body": { background: "none !important", fontSize: "11pt" },
    "h1, h2, h3": { color: "black", breakAfter: "avoid" },
    "section li, section p": { breakInside: "avoid" },
    "@page": { margin: "18mm" },
  },
} as const;

/** Scrolls to the URL's fragment, since its target exists only after the page's code has loaded. */
function useScrollToFragment(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "") return undefined;
    // In the next frame, because a navigation scrolls to the top first (root-layout).
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(hash.slice(1));
      target?.scrollIntoView();
      target?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}

/** List items numbered for citation: 4.2 is the second item of section 4. */
function NumberedPoints({ points, section }: { readonly points: readonly string[]; readonly section: number }) {
  return (
    // An explicit role, because Safari drops list semantics without markers.
    <chakra.ol role="list" display="grid" gap="2.5">
      {points.map((point, index) => (
        <chakra.li key={point} display="grid" gridTemplateColumns="3rem 1fr">
          <chakra.span color="muted" fontVariantNumeric="tabular-nums">
            {`${section}.${index + 1}`}
          </chakra.span>
          <span>{point}</span>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

function Section({
  section: { id, heading, text, points, email },
  number,
}: {
  readonly section: DocumentSection;
  readonly number?: number;
}) {
  const { city, supportEmail } = useEventFacts().organisation;
  return (
    <chakra.section aria-labelledby={id} mb="9" {...IN_ENGLISH}>
      <chakra.h2
        id={id}
        tabIndex={-1}
        textStyle="h3"
        fontSize="1.4375rem"
        mb="3"
        scrollMarginTop="4"
        // A fragment's target is marked by colour instead of a control's focus ring.
        _focusVisible={{ outline: "none" }}
        _target={{ color: "rani.text" }}
      >
        {heading}
      </chakra.h2>
      {text?.map((paragraph) => (
        <Text key={paragraph} mb={points === undefined ? "0" : "3"}>
          {paragraph.replaceAll("{officeCity}", city)}
        </Text>
      ))}
      {points !== undefined &&
        (number === undefined ? (
          <Bullets points={points} gap="2.5" />
        ) : (
          <NumberedPoints points={points} section={number} />
        ))}
      {email !== undefined && (
        <Text mt="2" {...IN_OURS}>
          {strings.write} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </Text>
      )}
    </chakra.section>
  );
}

function Contents({ document: page }: { readonly document: TextDocument }) {
  return (
    <chakra.nav
      aria-label={strings.contents}
      position={{ lg: "sticky" }}
      top={{ lg: "6" }}
      alignSelf="start"
      maxHeight={{ lg: "calc(100dvh - 3rem)" }}
      overflowY={{ lg: "auto" }}
      bg="sunk"
      borderRadius="card"
      p="5"
      css={{
        "& a": {
          display: "flex",
          alignItems: "center",
          minHeight: { base: "2.75rem", lg: "2.25rem" },
          lineHeight: "1.3",
          color: "indigo.text",
          textDecoration: "none",
          _hover: { textDecoration: "underline", textUnderlineOffset: "4px" },
        },
      }}
      _print={{ display: "none" }}
    >
      <chakra.p textStyle="label" color="muted" mb="1">
        {strings.contents}
      </chakra.p>
      <chakra.ul {...IN_ENGLISH} columnGap="5" columns={{ base: "auto", sm: "2", lg: "1" }}>
        {page.sections.map((section) => (
          <chakra.li key={section.id} breakInside="avoid">
            <a href={`#${section.id}`}>{section.heading}</a>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}

function Summary({ points }: { readonly points: readonly string[] }) {
  return (
    <chakra.aside
      aria-label={strings.gist}
      bg="marigold.soft"
      borderRadius="card"
      borderInlineStartWidth="6px"
      borderColor="marigold.solid"
      p={{ base: "5", md: "6" }}
      mb="9"
    >
      <chakra.p textStyle="h3" fontFamily="heading" mb="2">
        {strings.gist}
      </chakra.p>
      <Bullets {...IN_ENGLISH} points={points} gap="1" />
    </chakra.aside>
  );
}

/** A printable legal page: summary, contents, and sections with fragments. */
function LegalPage({
  document: page,
  title,
  path,
}: {
  readonly document: TextDocument;
  readonly title: string;
  readonly path: string;
}) {
  usePageHead(pageHead(path));
  useScrollToFragment();
  return (
    <PageBody>
      <Global styles={PRINT_STYLES} />
      <Box maxWidth="46rem" mb={{ base: "6", lg: "9" }}>
        <PageHeading>{title}</PageHeading>
        {page.effective !== undefined && (
          <Text mt="2" fontWeight="600" color="rani.text">
            {strings.effective}{" "}
            <time dateTime={page.effective.date} {...IN_ENGLISH}>
              {page.effective.text}
            </time>
          </Text>
        )}
        <OnlyInEnglish />
        <Text textStyle="lead" mt="3" {...IN_ENGLISH}>
          {page.lead}
        </Text>
        <Button variant="outline" mt="5" _print={{ display: "none" }} onClick={() => globalThis.print()}>
          <Printer aria-hidden />
          {strings.print}
        </Button>
      </Box>
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", lg: "17rem minmax(0, 1fr)" }}
        gap={{ base: "7", lg: "12" }}
        _print={{ display: "block" }}
      >
        <Contents document={page} />
        <Box maxWidth={{ base: "46rem", _print: "none" }}>
          <Summary points={page.gist} />
          {page.sections.map((section, index) => (
            <Section key={section.id} section={section} {...(page.numbered && { number: index + 1 })} />
          ))}
        </Box>
      </Grid>
    </PageBody>
  );
}

/** /privacy-policy */
export function PrivacyPage() {
  return <LegalPage document={privacy} title={strings.titles.privacy} path={PATHS.privacy} />;
}

/** /disclaimer */
export function DisclaimerPage() {
  return <LegalPage document={disclaimer} title={strings.titles.disclaimer} path={PATHS.disclaimer} />;
}

/** /terms-and-conditions */
export function TermsPage() {
  return <LegalPage document={terms} title={strings.titles.terms} path={PATHS.terms} />;
}
