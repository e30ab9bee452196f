import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { changedFields } from "@sakhi/domain/fields/correction.rules";
import { useState } from "react";
import { isUnanswered, userMessage } from "../../api/failure";
import { answered, Unreachable } from "../../api/lost-answer";
import { type MyBooking, useCorrectMyBookingMutation, useLazyGetMyBookingQuery } from "../../api/mela-api";
import { EmailDoubtDialog, useEmailDoubt } from "../../shared/email-doubt";
import { SteadyButton } from "../../ui/steady-button";
import { formValuesOf, saveDraft, readDraft, registrationOf, showRefused } from "./draft";
import { strings as mela } from "./mela.strings";
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
  const [read] = useLazyGetMyBookingQuery();
  const [problem, setProblem] = useState<string>();
  const form = useRegistrationForm(formValuesOf(details));
  const doubt = useEmailDoubt((email) => form.setValue("email", email, { shouldDirty: true, shouldValidate: true }));
  const { isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    setProblem(undefined);
    if (doubt.ask(values.email)) return;
    const edited = registrationOf(values);
    let error: unknown;
    const data = await answered(
      () => correct({ ...edited, seenAt: changedAt }).unwrap(),
      async () => (await read(undefined, false)).data,
      (now) => (changedFields(REGISTRATION_FIELDS, "owner", now.details, edited).length === 0 ? now : undefined),
    ).catch((caught: unknown) => {
      error = caught;
    });
    if (data !== undefined) {
      // The registration page shows this tab's draft while the payment is open.
      const draft = readDraft(booking.event);
      if (draft.orderId === booking.orderId) saveDraft(booking.event, { ...draft, values: form.getValues() });
      const isElsewhere = data.details.email.toLowerCase() !== details.email.toLowerCase();
      onDone(data, isElsewhere ? strings.correctedAddress : strings.corrected);
      return;
    }
    const isUnsure = error instanceof Unreachable || isUnanswered(error);
    setProblem(userMessage(error, isUnsure ? strings.unsure : strings.correctionFailed));
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
        <SteadyButton type="submit" inactive={isSubmitting}>
          {isSubmitting ? strings.working : strings.correctionSave}
        </SteadyButton>
        <SteadyButton type="button" variant="outline" inactive={isSubmitting} onClick={onBack}>
          {strings.back}
        </SteadyButton>
      </Flex>
      <EmailDoubtDialog doubt={doubt} text={mela.emailDoubt} onDecided={() => void save()} />
    </chakra.form>
  );
}
