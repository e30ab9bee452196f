import { Button, chakra, Grid, GridItem } from "@chakra-ui/react";
import type { InputProps } from "@chakra-ui/react";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { CorporateGiftingDto } from "@sakhi/domain/enquiries/corporate-gifting.dto";
import { useForm } from "react-hook-form";
import { isFailure, personMessage } from "../../../api/failure";
import { useSubmitCorporateGiftingMutation } from "../../../api/generated/api";
import { TextField } from "../../../ui/text-field";
import { TrapField } from "../parts/trap-field";
import { showFieldErrors, useSending } from "../parts/use-sending";
import { strings } from "./gifting.strings";
import { MemberChoice } from "./member-choice";
import type { Outcome } from "./outcome-overlay";

/** The form's values as typed. */
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
const NAMES = Object.keys(EMPTY) as (keyof Values)[];

/** The fields of one line, in the order of the form; the rules are the DTO's. */
const LINES: readonly (readonly [keyof typeof strings.fields, InputProps])[] = [
  ["firstName", { autoComplete: "given-name" }],
  ["lastName", { autoComplete: "family-name" }],
  ["email", { autoComplete: "email", type: "email", inputMode: "email" }],
  ["phone", { autoComplete: "tel", type: "tel", inputMode: "tel" }],
  ["company", { autoComplete: "organization" }],
];

const resolver = classValidatorResolver(CorporateGiftingDto);

/** What is sent: plain, as the store wants it; what is not given is left out. */
function bodyOf(values: CorporateGiftingDto): CorporateGiftingDto {
  const { firstName, lastName, email, phone, company, requirements, isMember, website } = values;
  return { firstName, lastName, email, phone, company, requirements, isMember, website };
}

/** The server's sentence; without one it depends on whether there was an answer at all (T-020). */
function failureText(error: unknown): string {
  const { refused, noAnswer } = strings.overlay;
  return personMessage(error, isFailure(error) && error.status > 0 ? refused : noAnswer);
}

/** The request; its sentences come from CorporateGiftingDto alone. */
export function GiftingForm({ onOutcome }: { readonly onOutcome: (outcome: Outcome) => void }) {
  const [submit] = useSubmitCorporateGiftingMutation();
  const { busy, once } = useSending();
  const { register, handleSubmit, reset, setError, formState } = useForm<
    Values,
    unknown,
    CorporateGiftingDto
  >({
    // The form holds text where the DTO has its own types; the DTO judges the text itself.
    resolver: resolver as never,
    defaultValues: EMPTY,
    // Not when a field is left: a sentence that appears under it would move what is pressed away from under the click.
    mode: "onSubmit",
  });
  const { errors } = formState;

  const send = (values: CorporateGiftingDto) =>
    once(async (headers) => {
      try {
        const answer = await submit({ corporateGiftingDto: bodyOf(values), ...headers }).unwrap();
        reset(EMPTY);
        onOutcome({ kind: "success", message: answer.message || strings.overlay.successText });
      } catch (error) {
        showFieldErrors(error, NAMES, setError);
        onOutcome({ kind: "failure", message: failureText(error) });
      }
    });

  return (
    <chakra.form noValidate position="relative" onSubmit={(event) => void handleSubmit(send)(event)}>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }} columnGap="5" rowGap="5">
        {LINES.map(([name, input]) => (
          <GridItem key={name} colSpan={name === "company" ? { base: 1, sm: 2 } : 1}>
            <TextField
              label={strings.fields[name]}
              error={errors[name]?.message}
              registration={register(name)}
              input={input}
            />
          </GridItem>
        ))}
        <GridItem colSpan={{ base: 1, sm: 2 }}>
          <TextField
            label={strings.fields.requirements}
            help={strings.requirementsHelp}
            error={errors.requirements?.message}
            registration={register("requirements")}
            lines={5}
          />
        </GridItem>
        <GridItem colSpan={{ base: 1, sm: 2 }}>
          <MemberChoice error={errors.isMember?.message} registration={register("isMember")} />
        </GridItem>
      </Grid>
      <TrapField label={strings.trap} registration={register("website")} />
      <Button type="submit" size="lg" mt="6" width={{ base: "full", sm: "auto" }} disabled={busy}>
        {busy ? strings.sending : strings.submit}
      </Button>
    </chakra.form>
  );
}
