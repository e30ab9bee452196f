import { Button, chakra, Grid, GridItem } from "@chakra-ui/react";
import type { InputProps } from "@chakra-ui/react";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { SupportMessageDto } from "@sakhi/domain/enquiries/support-message.dto";
import { useForm } from "react-hook-form";
import { personMessage } from "../../../api/failure";
import { useSubmitSupportMutation } from "../../../api/generated/api";
import { TextField } from "../../../ui/text-field";
import { showToast } from "../../../ui/toast";
import { TrapField } from "../parts/trap-field";
import { showFieldErrors, useSending } from "../parts/use-sending";
import { strings } from "./support.strings";

/** The form's values as typed. */
type Values = { [Field in keyof Required<SupportMessageDto>]: string };

const EMPTY: Values = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  subject: "",
  message: "",
  website: "",
};
const NAMES = Object.keys(EMPTY) as (keyof Values)[];

/** The fields of one line, in the order of the form; the rules are the DTO's. */
const LINES: readonly (readonly [keyof typeof strings.fields, InputProps])[] = [
  ["firstName", { autoComplete: "given-name" }],
  ["lastName", { autoComplete: "family-name" }],
  ["email", { autoComplete: "email", type: "email", inputMode: "email" }],
  ["phone", { autoComplete: "tel", type: "tel", inputMode: "tel" }],
  ["subject", { autoComplete: "off" }],
];

const resolver = classValidatorResolver(SupportMessageDto);

/** What is sent: plain, as the store wants it; what is not given is left out. */
function bodyOf(values: SupportMessageDto): SupportMessageDto {
  const { firstName, lastName, email, phone, subject, message, website } = values;
  return { firstName, lastName, email, phone, subject, message, website };
}

/** The message; its sentences come from SupportMessageDto alone. */
export function MessageForm() {
  const [submit] = useSubmitSupportMutation();
  const { busy, once } = useSending();
  const { register, handleSubmit, reset, setError, formState } = useForm<Values, unknown, SupportMessageDto>({
    // The DTO's optional fields are empty text in the form; it turns them into absent ones itself.
    resolver: resolver as never,
    defaultValues: EMPTY,
    // Not when a field is left: a sentence that appears under it would move what is pressed away from under the click.
    mode: "onSubmit",
  });
  const { errors } = formState;

  const send = (values: SupportMessageDto) =>
    once(async (headers) => {
      const { success, failure } = strings.toasts;
      try {
        const answer = await submit({ supportMessageDto: bodyOf(values), ...headers }).unwrap();
        reset(EMPTY);
        showToast({
          kind: "success",
          title: success.title,
          description: answer.message || success.description,
        });
      } catch (error) {
        showFieldErrors(error, NAMES, setError);
        const description = personMessage(error, failure.description);
        showToast({ kind: "error", title: failure.title, description });
      }
    });

  return (
    <chakra.form noValidate position="relative" onSubmit={(event) => void handleSubmit(send)(event)}>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }} columnGap="5" rowGap="5">
        {LINES.map(([name, input]) => (
          <GridItem key={name} colSpan={name === "subject" ? { base: 1, sm: 2 } : 1}>
            <TextField
              label={strings.fields[name]}
              optional={name === "phone" ? strings.optional : undefined}
              error={errors[name]?.message}
              registration={register(name)}
              input={input}
            />
          </GridItem>
        ))}
        <GridItem colSpan={{ base: 1, sm: 2 }}>
          <TextField
            label={strings.fields.message}
            error={errors.message?.message}
            registration={register("message")}
            lines={6}
          />
        </GridItem>
      </Grid>
      <TrapField label={strings.trap} registration={register("website")} />
      <Button type="submit" size="lg" mt="6" width={{ base: "full", sm: "auto" }} disabled={busy}>
        {busy ? strings.sending : strings.submit}
      </Button>
    </chakra.form>
  );
}
