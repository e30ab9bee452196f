import { Button, chakra, Flex } from "@chakra-ui/react";
import { CorrectReceiptEmailDto } from "@sakhi/domain/bookings/my-booking.dto";
import { suggestedEmail } from "@sakhi/domain/search/mail-hosts";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { userMessage } from "../../api/failure";
import { useCorrectReceiptEmailMutation } from "../../api/mela-api";
import { dtoResolver } from "../../ui/dto-resolver";
import { SteadyButton } from "../../ui/steady-button";
import { TextField } from "../../ui/text-field";
import { strings } from "./mela.strings";

const texts = strings.receipt;

/** The corrected address of a confirmation; the address that was probably meant is filled in. */
export function ReceiptAddressForm({
  orderId,
  email,
  onCancel,
  onCorrected,
}: {
  readonly orderId: string;
  readonly email: string;
  readonly onCancel: () => void;
  readonly onCorrected: (email: string) => void;
}) {
  const [correct] = useCorrectReceiptEmailMutation();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, formState, setFocus } = useForm<CorrectReceiptEmailDto>({
    resolver: dtoResolver(CorrectReceiptEmailDto),
    defaultValues: { orderId, email: suggestedEmail(email) ?? email },
  });
  const { errors, isSubmitting } = formState;
  useEffect(() => setFocus("email", { shouldSelect: true }), [setFocus]);
  const send = handleSubmit(async (values) => {
    setProblem(undefined);
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
        <SteadyButton type="submit" off={isSubmitting}>
          {isSubmitting ? texts.sending : texts.send}
        </SteadyButton>
        <Button variant="outline" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Flex>
    </chakra.form>
  );
}
