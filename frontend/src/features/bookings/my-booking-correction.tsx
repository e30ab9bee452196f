import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { apiErrorOf, personMessage } from "../../api/failure";
import { type MyBooking, useCorrectMyBookingMutation } from "../../api/mela-api";
import { FORM_FIELDS, type FormValues, formValuesOf, keepDraft, readDraft, registrationOf } from "./draft";
import { strings } from "./my-booking.strings";
import { RegistrationFields } from "./registration-parts";

interface CorrectionProps {
  readonly known: MyBooking;
  /** Corrected, with what there is to know about it. */
  readonly onDone: (booking: MyBooking, message: string) => void;
  /** Not corrected: given up, or no longer possible. */
  readonly onBack: () => void;
}

/** Her details as a form, until the invoice is issued. The rules are the registration's. */
export function Correction({ known: { details, changedAt }, onDone, onBack }: CorrectionProps) {
  const [correct] = useCorrectMyBookingMutation();
  const [problem, setProblem] = useState<string>();
  const form = useForm<FormValues, unknown, RegistrationFormDto>({
    // The DTO's optional fields are empty text in the form; it turns them into absent ones itself.
    resolver: classValidatorResolver(RegistrationFormDto) as never,
    defaultValues: formValuesOf(details),
    mode: "onSubmit",
  });
  const { isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    setProblem(undefined);
    const { data, error } = await correct({ ...registrationOf(values), seenAt: changedAt });
    if (data !== undefined) {
      // The page of the open payment shows what was typed in this tab.
      const draft = readDraft();
      if (draft.values.email === details.email) keepDraft({ ...draft, values: form.getValues() });
      const isElsewhere = data.details.email.toLowerCase() !== details.email.toLowerCase();
      onDone(data, isElsewhere ? strings.correctedAddress : strings.corrected);
      return;
    }
    setProblem(personMessage(error, strings.correctionFailed));
    const { fields } = apiErrorOf(error);
    const refused = FORM_FIELDS.filter((field) => (fields?.[field]?.length ?? 0) > 0);
    refused.forEach((field, index) =>
      form.setError(field, { type: "server", message: fields?.[field]?.[0] ?? "" }, { shouldFocus: index === 0 }),
    );
  });
  return (
    <chakra.form noValidate onSubmit={(event) => void save(event)}>
      <Text mb="5">{strings.correctionText}</Text>
      <RegistrationFields form={form as never} readOnly={false} />
      <Box role="alert" mt="4" fontWeight="600" color="alarm.text">
        {problem}
      </Box>
      <Flex gap="3" mt="4" wrap="wrap">
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? strings.working : strings.correctionSave}
        </Button>
        <Button type="button" variant="outline" disabled={isSubmitting} onClick={onBack}>
          {strings.back}
        </Button>
      </Flex>
    </chakra.form>
  );
}
