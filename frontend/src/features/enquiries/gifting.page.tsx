import { Box, Button, chakra, Grid, GridItem, Text } from "@chakra-ui/react";
import { CorporateGiftingDto } from "@sakhi/domain/enquiries/corporate-gifting.dto";
import { PATHS } from "@sakhi/domain/site/routes";
import { useState } from "react";
import { useSubmitCorporateGiftingMutation } from "../../api/enquiries-api";
import { isFailure, userMessage } from "../../api/failure";
import giftBox from "../../assets/art/gift-box.svg";
import { EnquiryForm, type EnquiryField } from "../../shared/enquiry-form";
import { BlockPrintBand } from "../../ui/block-print";
import { card, frame } from "../../ui/card";
import { Drawing } from "../../ui/drawing";
import { Opening } from "../../ui/opening";
import { RadioGroup } from "../../ui/options";
import { pageHead, usePageHead } from "../../ui/page-head";
import { strings } from "./gifting.strings";
import { OutcomeOverlay, type Outcome } from "./outcome-overlay";

function Hero() {
  return (
    <Grid
      {...frame}
      py={{ base: "7", md: "12" }}
      templateColumns={{ base: "minmax(0, 1fr)", lg: "1.1fr 1fr" }}
      gap={{ base: "7", lg: "12" }}
      alignItems="center"
    >
      <div>
        <Opening texts={strings} leadMargin="6" />
        <Button asChild size="lg">
          <a href="#request">{strings.toForm}</a>
        </Button>
      </div>
      <Box maxWidth="34rem" width="full" mx="auto" borderRadius="18px" overflow="hidden" boxShadow="card">
        <Drawing src={giftBox} width={560} height={480} label={strings.picture} />
      </Box>
    </Grid>
  );
}

function Reasons() {
  return (
    <chakra.ul display="grid" gap="6">
      {strings.reasons.map(({ title, text }) => (
        <chakra.li key={title} borderInlineStartWidth="4px" borderColor="marigold.solid" ps="4">
          <Text fontFamily="heading" fontWeight="600" fontSize="1.25rem" color="indigo.text">
            {title}
          </Text>
          <Text>{text}</Text>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** Form values, all strings. */
type Values = { [Field in keyof Required<CorporateGiftingDto>]: string };

const EMPTY: Values = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  company: "",
  requirements: "",
  isMember: "",
  website: "",
};

const { fields } = strings;
const FIELDS: readonly EnquiryField<Values>[] = [
  { name: "firstName", label: fields.firstName, input: { autoComplete: "given-name" } },
  { name: "lastName", label: fields.lastName, help: fields.lastNameHelp, input: { autoComplete: "family-name" } },
  { name: "email", label: fields.email, input: { autoComplete: "email", type: "email", inputMode: "email" } },
  { name: "phone", label: fields.phone, input: { autoComplete: "tel", type: "tel", inputMode: "tel" } },
  { name: "company", label: fields.company, input: { autoComplete: "organization" }, wide: true },
  { name: "requirements", label: fields.requirements, help: strings.requirementsHelp, lines: 5, wide: true },
];

/** The server's message, else a text for an error response or for none (T-020). */
function failureText(error: unknown): string {
  const { refused, noResponse } = strings.overlay;
  return userMessage(error, isFailure(error) && error.status > 0 ? refused : noResponse);
}

function GiftingForm({ onOutcome }: { readonly onOutcome: (outcome: Outcome) => void }) {
  const [submit] = useSubmitCorporateGiftingMutation();
  return (
    <EnquiryForm
      dto={CorporateGiftingDto}
      empty={EMPTY}
      fields={FIELDS}
      more={(register, errors) => (
        <GridItem colSpan={{ base: 1, sm: 2 }}>
          <RadioGroup
            label={strings.member}
            options={strings.memberChoices}
            error={errors.isMember?.message}
            registration={register("isMember")}
          />
        </GridItem>
      )}
      texts={strings}
      send={async (values, headers) => {
        const corporateGiftingDto = values as CorporateGiftingDto;
        const { message } = await submit({ corporateGiftingDto, ...headers }).unwrap();
        onOutcome({ kind: "success", message: message || strings.overlay.successText });
      }}
      onFailure={(error) => onOutcome({ kind: "failure", message: failureText(error) })}
    />
  );
}

/** /corporate-gifting: introduction, request form, and its result. */
export function GiftingPage() {
  usePageHead(pageHead(PATHS.gifting));
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <>
      <Hero />
      <BlockPrintBand />
      <Grid
        {...frame}
        py={{ base: "8", md: "12" }}
        templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 20rem" }}
        gap={{ base: "8", lg: "12" }}
        alignItems="start"
      >
        <chakra.section
          id="request"
          aria-labelledby="request-heading"
          scrollMarginTop="7rem"
          {...card}
          p={{ base: "5", md: "8" }}
        >
          <chakra.h2 id="request-heading" textStyle="h2">
            {strings.formHeading}
          </chakra.h2>
          <Text color="muted" mt="1" mb="6">
            {strings.formText}
          </Text>
          <GiftingForm onOutcome={setOutcome} />
        </chakra.section>
        <Reasons />
      </Grid>
      <OutcomeOverlay outcome={outcome} onClose={() => setOutcome(undefined)} />
    </>
  );
}
