import { Button, chakra, Flex } from "@chakra-ui/react";
import { CorrectReceiptEmailDto } from "@sakhi/domain/bookings/my-booking.dto";
import { suggestedEmail } from "@sakhi/domain/search/mail-hosts";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { userMessage } from "../api/failure";
import { dtoResolver } from "../ui/dto-resolver";
import { SteadyButton } from "../ui/steady-button";
import { TextField } from "../ui/text-field";
import { addressTexts as texts, type CorrectAddress } from "./address-correction.strings";
import { EmailDoubtDialog, useEmailDoubt } from "./email-doubt";

/** The corrected address of a confirmation; the address that was probably meant is filled in. */
export function AddressForm({
  orderId,
  email,
  correct,
  onCancel,
  onCorrected,
}: {
  readonly orderId: string;
  readonly email: string;
  readonly correct: CorrectAddress;
  readonly onCancel: () => void;
  readonly onCorrected: (email: string) => void;
}) {
  const [problem, setProblem] = useState<string>();
  // The rules of a stall's and of a listing's address are the same.
  const { register, handleSubmit, formState, setFocus, setValue } = useForm<CorrectReceiptEmailDto>({
    resolver: dtoResolver(CorrectReceiptEmailDto),
    defaultValues: { orderId, email: suggestedEmail(email) ?? email },
  });
  const { errors, isSubmitting } = formState;
  const doubt = useEmailDoubt((chosen) => setValue("email", chosen, { shouldValidate: true }));
  useEffect(() => {
    setFocus("email", { shouldSelect: true });
  }, [setFocus]);
  const send = handleSubmit(async (values) => {
    setProblem(undefined);
    if (doubt.ask(values.email)) return;
    const { error } = await correct({ orderId, email: values.email });
    if (error === undefined) onCorrected(values.email);
    else setProblem(userMessage(error, texts.correctFailed));
  });
  return (
    <chakra.form noValidate onSubmit={(event) => void send(event)} maxWidth="28rem">
      <TextField
        label={texts.newEmail}
        error={errors.email?.message ?? problem}
        registration={register("email")}
        input={{ type: "email", inputMode: "email", autoComplete: "email", autoCapitalize: "none", spellCheck: false }}
      />
      <Flex gap="3" mt="3" direction={{ base: "column", sm: "row" }}>
        <SteadyButton type="submit" inactive={isSubmitting}>
          {isSubmitting ? texts.sending : texts.send}
        </SteadyButton>
        <Button variant="outline" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Flex>
      <EmailDoubtDialog doubt={doubt} onDecided={() => void send()} />
    </chakra.form>
  );
}
