import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import { userMessage } from "../../api/failure";
import { type MyBooking, useCorrectMyBookingMutation } from "../../api/mela-api";
import { SteadyButton } from "../../ui/steady-button";
import { formValuesOf, saveDraft, readDraft, registrationOf, showRefused } from "./draft";
import { strings } from "./my-booking.strings";
import { RegistrationFields, useRegistrationForm } from "./registration-fields";

interface CorrectionProps {
  readonly myBooking: MyBooking;
  /** The correction was saved; `message` confirms it. */
  readonly onDone: (booking: MyBooking, message: string) => void;
  /** The visitor went back without saving. */
  readonly onBack: () => void;
}

/** A form to correct the details until the invoice is issued, with the registration's rules. */
export function Correction({ myBooking: { booking, details, changedAt }, onDone, onBack }: CorrectionProps) {
  const [correct] = useCorrectMyBookingMutation();
  const [problem, setProblem] = useState<string>();
  const form = useRegistrationForm(formValuesOf(details));
  const { isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    setProblem(undefined);
    const { data, error } = await correct({ ...registrationOf(values), seenAt: changedAt });
    if (data !== undefined) {
      // The registration page shows this tab's draft while the payment is open.
      const draft = readDraft();
      if (draft.orderId === booking.orderId) saveDraft({ ...draft, values: form.getValues() });
      const isElsewhere = data.details.email.toLowerCase() !== details.email.toLowerCase();
      onDone(data, isElsewhere ? strings.correctedAddress : strings.corrected);
      return;
    }
    setProblem(userMessage(error, strings.correctionFailed));
    showRefused(form.setError, error);
  });
  return (
    <chakra.form noValidate onSubmit={(event) => void save(event)}>
      <Text mb="5">{strings.correctionText}</Text>
      <RegistrationFields form={form} readOnly={false} />
      <Box role="alert" mt="4" fontWeight="600" color="alarm.text">
        {problem}
      </Box>
      <Flex gap="3" mt="4" wrap="wrap">
        <SteadyButton type="submit" off={isSubmitting}>
          {isSubmitting ? strings.working : strings.correctionSave}
        </SteadyButton>
        <SteadyButton type="button" variant="outline" off={isSubmitting} onClick={onBack}>
          {strings.back}
        </SteadyButton>
      </Flex>
    </chakra.form>
  );
}
