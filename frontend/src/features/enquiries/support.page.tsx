import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { SupportMessageDto } from "@sakhi/domain/enquiries/support-message.dto";
import { PATHS } from "@sakhi/domain/site/routes";
import { ChevronDown, Mail, MapPin } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { useSubmitSupportMutation } from "../../api/enquiries-api";
import { useEventFacts } from "../../api/event-facts";
import { userMessage } from "../../api/failure";
import { EnquiryForm, type EnquiryField } from "../../shared/enquiry-form";
import { card, tapLinks } from "../../ui/card";
import { telephone } from "../../ui/contacts";
import { PageBody, PageHeading } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { useToasts } from "../../ui/toast";
import { strings, type Question } from "./support.strings";

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
  const { email, emailText, office, appointment } = strings.cards;
  const { headquarters, supportEmail, phone } = useEventFacts().organisation;
  return (
    <Grid
      templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr", lg: "minmax(0, 1fr)" }}
      gap={{ base: "4", md: "5" }}
    >
      <ContactCard icon={<Mail />} title={email}>
        <Text css={tapLinks}>
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </Text>
        {phone !== null && (
          <Text css={tapLinks}>
            <a href={telephone(phone)}>{phone}</a>
          </Text>
        )}
        <Text color="muted" mt="1">
          {emailText}
        </Text>
      </ContactCard>
      <ContactCard icon={<MapPin />} title={office}>
        <chakra.address fontStyle="normal">
          {headquarters.map((line) => (
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

/** Form values, all strings. */
type Values = { [Field in keyof Required<SupportMessageDto>]: string };

const EMPTY: Values = { firstName: "", lastName: "", email: "", phone: "", subject: "", message: "", website: "" };

const { fields } = strings;
const FIELDS: readonly EnquiryField<Values>[] = [
  { name: "firstName", label: fields.firstName, input: { autoComplete: "given-name" } },
  { name: "lastName", label: fields.lastName, help: fields.lastNameHelp, input: { autoComplete: "family-name" } },
  { name: "email", label: fields.email, input: { autoComplete: "email", type: "email", inputMode: "email" } },
  {
    name: "phone",
    label: fields.phone,
    optional: strings.optional,
    input: { autoComplete: "tel", type: "tel", inputMode: "tel" },
  },
  { name: "subject", label: fields.subject, input: { autoComplete: "off" }, wide: true },
  { name: "message", label: fields.message, lines: 6, wide: true },
];

function MessageForm() {
  const { dismissToast, showToast } = useToasts();
  const [submit] = useSubmitSupportMutation();
  const { success, failure } = strings.toasts;
  return (
    <EnquiryForm
      dto={SupportMessageDto}
      empty={EMPTY}
      fields={FIELDS}
      texts={strings}
      send={async (supportMessageDto, headers) => {
        dismissToast();
        const { message } = await submit({ supportMessageDto, ...headers }).unwrap();
        showToast({ kind: "success", title: success.title, description: message || success.description });
      }}
      onFailure={(error) => {
        const description = userMessage(error, failure.description);
        showToast({ kind: "error", title: failure.title, description });
      }}
    />
  );
}

/** FAQ accordion: at most one question is open, and it can be closed again (T-037). */
function Questions() {
  const [openId, setOpenId] = useState<string>();
  return (
    <Box borderTopWidth="1px">
      {strings.questions.map((question) => (
        <Item
          key={question.id}
          {...question}
          open={question.id === openId}
          onToggle={() => setOpenId(question.id === openId ? undefined : question.id)}
        />
      ))}
    </Box>
  );
}

function Item({
  question,
  answer,
  link,
  open,
  onToggle,
}: Question & { readonly open: boolean; readonly onToggle: () => void }) {
  const id = useId();
  return (
    <Box borderBottomWidth="1px">
      <chakra.h3 fontSize="1.125rem" fontWeight="600">
        <chakra.button
          type="button"
          id={`${id}-question`}
          aria-expanded={open}
          aria-controls={`${id}-answer`}
          onClick={onToggle}
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="4"
          width="full"
          minHeight="3.5rem"
          py="3"
          textAlign="start"
          cursor="pointer"
          _hover={{ color: "rani.text" }}
        >
          <span>{question}</span>
          <chakra.span
            aria-hidden
            flexShrink="0"
            color="rani.text"
            transform={open ? "rotate(180deg)" : undefined}
            transition="transform 160ms"
            _motionReduce={{ transition: "none" }}
          >
            <ChevronDown size={22} />
          </chakra.span>
        </chakra.button>
      </chakra.h3>
      <Box id={`${id}-answer`} role="region" aria-labelledby={`${id}-question`} hidden={!open} pb="5" css={tapLinks}>
        {answer.map((paragraph) => (
          <Text key={paragraph} mb="2" maxWidth="text">
            {paragraph}
          </Text>
        ))}
        {link !== undefined && <Link to={link.to}>{link.label}</Link>}
      </Box>
    </Box>
  );
}

/** /support: contact details, message form and FAQ. */
export function SupportPage() {
  usePageHead(pageHead(PATHS.support));
  return (
    <PageBody>
      <PageHeading style="display">{strings.heading}</PageHeading>
      <Text textStyle="lead" mt="3" mb={{ base: "3", md: "4" }} maxWidth="text">
        {strings.lead}
      </Text>
      <Text mb={{ base: "6", md: "8" }}>
        <span>{strings.booked} </span>
        <Link to={PATHS.findBooking}>{strings.find}</Link>
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
