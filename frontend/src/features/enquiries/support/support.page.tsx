import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { Mail, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { SUPPORT_EMAIL } from "../../../ui/event-facts";
import { PageBody, PageHeading } from "../../../ui/page";
import { usePageHead } from "../../../ui/page-head";
import { PATHS } from "../../../ui/paths";
import { MessageForm } from "./message-form";
import { Questions } from "./questions";
import { strings } from "./support.strings";

const card = {
  bg: "card",
  borderRadius: "card",
  borderWidth: "1px",
  borderStyle: "solid",
  borderColor: "line",
  boxShadow: "card",
} as const;

function ContactCard({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <Box {...card} p="6">
      <Box color="rani.text" mb="2" aria-hidden>
        {icon}
      </Box>
      <chakra.h2 textStyle="h3" mb="1">
        {title}
      </chakra.h2>
      {children}
    </Box>
  );
}

function Contact() {
  const { email, emailText, office, address, appointment } = strings.cards;
  return (
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr", lg: "minmax(0, 1fr)" }}
      gap={{ base: "4", md: "5" }}
    >
      <ContactCard icon={<Mail />} title={email}>
        <Text overflowWrap="anywhere">
          <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
        </Text>
        <Text color="muted" mt="1">
          {emailText}
        </Text>
      </ContactCard>
      <ContactCard icon={<MapPin />} title={office}>
        <chakra.address fontStyle="normal">
          {address.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        </chakra.address>
        <Text color="muted" mt="1">
          {appointment}
        </Text>
      </ContactCard>
    </Grid>
  );
}

/** /support: where we are, a message to us, and what is asked most. */
export function SupportPage() {
  usePageHead(pageHead(PATHS.support));
  return (
    <PageBody>
      <PageHeading style="display">{strings.heading}</PageHeading>
      <Text textStyle="lead" mt="3" mb={{ base: "6", md: "10" }} maxWidth="text">
        {strings.lead}
      </Text>
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 22rem" }}
        gap={{ base: "6", lg: "8" }}
        alignItems="start"
      >
        <chakra.section {...card} aria-labelledby="message-heading" p={{ base: "5", md: "8" }}>
          <chakra.h2 id="message-heading" textStyle="h2" mb="6">
            {strings.formHeading}
          </chakra.h2>
          <MessageForm />
        </chakra.section>
        <Contact />
      </Grid>
      <chakra.section aria-labelledby="questions-heading" mt={{ base: "9", md: "14" }} maxWidth="52rem">
        <chakra.h2 id="questions-heading" textStyle="h2" mb="4">
          {strings.questionsHeading}
        </chakra.h2>
        <Questions />
      </chakra.section>
    </PageBody>
  );
}
