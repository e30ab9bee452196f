import { Box, chakra, Grid, Tabs, Text } from "@chakra-ui/react";
import { POLICIES_VERSION, POLICIES_VERSIONS, type PoliciesVersion } from "@sakhi/domain/bookings/policies";
import { editionTitle } from "@sakhi/domain/events/event-facts";
import { PATHS } from "@sakhi/domain/site/routes";
import { Mail, MapPin } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import { useEventFacts, useEventPaths, useNamedEvent } from "../../../api/event-facts";
import { EventInAddress } from "../../../shared/event-in-address";
import { Bullets } from "../../../ui/bullets";
import { card, tapLinks } from "../../../ui/card";
import { telephone } from "../../../ui/contacts";
import { EventText } from "../../../ui/event-text";
import { BackLink, PageBody, PageHeading } from "../../../ui/page";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { DecorativeIcon } from "../../../ui/sign";
import { IN_ENGLISH, OnlyInEnglish } from "../only-in-english";
import { POLICIES, type PoliciesTexts } from "./policies-versions";
import { strings } from "./policies.strings";

const TABS = ["contact", "refunds", "terms"] as const;
type Tab = (typeof TABS)[number];
const isTab = (value: string | null): value is Tab => (TABS as readonly (string | null)[]).includes(value);

function Sections({ sections }: { readonly sections: readonly DocumentSection[] }) {
  return (
    <>
      <OnlyInEnglish />
      {sections.map(({ id, heading, text, points }) => (
        <chakra.section key={id} mb="7" maxWidth="text" {...IN_ENGLISH}>
          <chakra.h2 textStyle="h3" mb="2">
            {heading}
          </chakra.h2>
          {text?.map((paragraph) => (
            <Text key={paragraph}>{paragraph}</Text>
          ))}
          {points !== undefined && <Bullets points={points} />}
        </chakra.section>
      ))}
    </>
  );
}

function Contact() {
  const { heading, text, office, officeOf, email } = strings.contact;
  const { name, officeLines, supportEmail, phone } = useEventFacts().organisation;
  return (
    <>
      <chakra.h2 textStyle="h2">{heading}</chakra.h2>
      <Text mt="2" mb="6" maxWidth="text">
        {text}
      </Text>
      <Grid templateColumns={{ base: "1fr", md: "1fr 1fr" }} gap="4" maxWidth="52rem">
        <Box {...card} p="6">
          <DecorativeIcon icon={MapPin} color="rani.text" mb="2" />
          <chakra.h3 textStyle="h3">{office}</chakra.h3>
          <chakra.address fontStyle="normal" mt="1">
            {[officeOf(name), ...officeLines].map((line) => (
              <Text key={line}>{line}</Text>
            ))}
          </chakra.address>
        </Box>
        <Box {...card} p="6">
          <DecorativeIcon icon={Mail} color="rani.text" mb="2" />
          <chakra.h3 textStyle="h3">{email}</chakra.h3>
          <Text css={tapLinks}>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </Text>
          {phone !== null && (
            <Text css={tapLinks}>
              <a href={telephone(phone)}>{phone}</a>
            </Text>
          )}
        </Box>
      </Grid>
    </>
  );
}

const isVersion = (value: string | null): value is PoliciesVersion =>
  (POLICIES_VERSIONS as readonly (string | null)[]).includes(value);

/** What somebody accepted with a version: its short text, and a link to the current one if it was replaced. */
function AcceptedVersion({ version, short }: { readonly version: PoliciesVersion; readonly short: TextDocument }) {
  const paths = useEventPaths();
  return (
    <Box {...card} p="6" mt="6" maxWidth="text">
      <Text mb="3">
        <span>{strings.version(version, version === POLICIES_VERSION)}</span>
        {version !== POLICIES_VERSION && <Link to={paths.policies}>{strings.current}</Link>}
      </Text>
      <chakra.h2 textStyle="h3" mb="2" {...IN_ENGLISH}>
        {short.title}
      </chakra.h2>
      <Bullets {...IN_ENGLISH} points={short.gist} />
    </Box>
  );
}

/**
 * /paid-events/policies: three tabs; the tab is stored in the URL, so that the back button works. `version` shows the texts
 * that a booking accepted, also after they were replaced.
 */
export function PoliciesPage() {
  return (
    <EventInAddress>
      <EventPolicies />
    </EventInAddress>
  );
}

function EventPolicies() {
  const event = useNamedEvent();
  const facts = useEventFacts();
  const { plan } = useEventPaths();
  // The policies of all events are the same: one canonical address.
  usePageHead(
    event === undefined
      ? pageHead(PATHS.policies)
      : pageHead(PATHS.eventPolicies, { name: editionTitle(facts), path: PATHS.policies }),
  );
  const [params, setParams] = useSearchParams();
  const param = params.get("tab");
  const tab = isTab(param) ? param : "contact";
  const version = params.get("version");
  const accepted = isVersion(version) ? version : undefined;
  const { short, refunds, terms }: PoliciesTexts = POLICIES[accepted ?? POLICIES_VERSION];
  return (
    <PageBody>
      <BackLink to={event === undefined ? PATHS.events : plan}>
        <EventText>{event === undefined ? strings.back : strings.backToEvent(facts.name)}</EventText>
      </BackLink>
      <PageHeading>{strings.title}</PageHeading>
      {accepted !== undefined && <AcceptedVersion version={accepted} short={short} />}
      <Tabs.Root
        mt="6"
        value={tab}
        lazyMount
        unmountOnExit
        onValueChange={({ value }) =>
          setParams({ ...(accepted && { version: accepted }), ...(value === "contact" ? {} : { tab: value }) })
        }
      >
        <Tabs.List>
          {TABS.map((name) => (
            <Tabs.Trigger key={name} value={name}>
              {strings.tabs[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="contact">
          <Contact />
        </Tabs.Content>
        <Tabs.Content value="refunds">
          <Sections sections={refunds.sections} />
        </Tabs.Content>
        <Tabs.Content value="terms">
          <Sections sections={terms.sections} />
        </Tabs.Content>
      </Tabs.Root>
    </PageBody>
  );
}
