import { Button, chakra, Grid, GridItem, type InputProps, Text } from "@chakra-ui/react";
import { FILLED_MS_HEADER } from "@sakhi/domain/enquiries/enquiry.rules";
import messages from "@sakhi/domain/generated/messages/en/enquiry-form";
import { useState, type ReactNode } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type UseFormRegister,
  type UseFormRegisterReturn,
} from "react-hook-form";
import { apiErrorOf } from "../api/failure";
import { useBusy } from "../ui/busy";
import { dtoResolver } from "../ui/dto-resolver";
import { TextField } from "../ui/text-field";
import { useTidyRegister } from "../ui/tidy-fields";
import { EmailDoubtDialog, useEmailDoubt } from "./email-doubt";

const strings = {
  doubt: (typed: string) => messages.doubt({ email: typed }),
  sent: (email: string) => messages.sent({ email }),
  notSent: messages.notSent,
} as const;

/** Header of a submission: time since the form was opened. */
type FormHeaders = { readonly [FILLED_MS_HEADER]: string };

/** A field of the form. */
export interface EnquiryField<Values> {
  readonly name: keyof Values & string;
  readonly label: string;
  readonly input?: InputProps;
  readonly help?: string;
  /** Label suffix of an optional field. */
  readonly optional?: string | undefined;
  /** Spans both columns. */
  readonly wide?: boolean;
  /** Rows of a textarea. */
  readonly lines?: number;
}

/**
 * Enquiry form with fields, honeypot and submit button. Validation messages come from the DTO.
 *
 * @param empty initial values; their names are the fields that are sent, empty strings excepted
 * @param send submits the values; may throw the API's error
 */
export function EnquiryForm<Values extends FieldValues>({
  dto,
  empty,
  fields,
  more,
  texts,
  send,
  onFailure,
}: {
  readonly dto: new () => object;
  readonly empty: Values;
  readonly fields: readonly EnquiryField<Values>[];
  /** Additional fields below `fields`. */
  readonly more?: (register: UseFormRegister<Values>, errors: FieldErrors<Values>) => ReactNode;
  readonly texts: { readonly trap: string; readonly submit: string; readonly sending: string };
  readonly send: (values: Values, headers: FormHeaders) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}) {
  const [openedAt] = useState(() => performance.now());
  const [busy, once] = useBusy();
  // What became of the last submission: the page still says it when its toast or overlay is gone.
  const [ended, setEnded] = useState<{ readonly sentTo?: string }>();
  const form = useForm<Values>({
    // The form's values are strings; the DTO converts and validates them.
    resolver: dtoResolver<Values>(dto),
    defaultValues: empty as DefaultValues<Values>,
    mode: "onSubmit",
  });
  const { handleSubmit, reset, setError, formState } = form;
  const register = useTidyRegister(form, dto);
  const { errors, isDirty } = formState;
  const names = Object.keys(empty) as FieldPath<Values>[];

  const email = "email" as FieldPath<Values>;
  const doubt = useEmailDoubt((chosen) => form.setValue(email, chosen as PathValue<Values, FieldPath<Values>>));
  const submit = (values: Values) => {
    if (doubt.ask(String(values["email"]))) return undefined;
    return once(async () => {
      setEnded(undefined);
      try {
        await send(values, { [FILLED_MS_HEADER]: String(Math.round(performance.now() - openedAt)) });
        setEnded({ sentTo: String(values["email"]) });
        reset(empty);
      } catch (error) {
        setEnded({});
        const { fields: messages } = apiErrorOf(error);
        for (const name of names) {
          const [message] = messages?.[name] ?? [];
          if (message !== undefined) setError(name, { type: "server", message });
        }
        onFailure(error);
      }
      return false;
    });
  };

  return (
    <chakra.form noValidate position="relative" onSubmit={(event) => void handleSubmit(submit)(event)}>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }} columnGap="5" rowGap="5">
        {fields.map(({ name, wide = false, ...field }) => (
          <GridItem key={name} colSpan={wide ? { base: 1, sm: 2 } : 1}>
            <TextField
              {...field}
              error={errors[name]?.message as string | undefined}
              registration={register(name as FieldPath<Values>)}
            />
          </GridItem>
        ))}
        {more?.(form.register, errors)}
      </Grid>
      <HoneypotField label={texts.trap} registration={form.register("website" as FieldPath<Values>)} />
      {/* aria-disabled, because `disabled` would lose the focus; `once` ignores further clicks. */}
      <Button type="submit" size="lg" mt="6" width={{ base: "full", sm: "auto" }} aria-disabled={busy}>
        {busy ? texts.sending : texts.submit}
      </Button>
      {ended?.sentTo !== undefined && !isDirty && (
        <Text mt="3" fontWeight="600" color="leaf.text" overflowWrap="anywhere" data-ended="sent">
          {strings.sent(ended.sentTo)}
        </Text>
      )}
      {ended !== undefined && ended.sentTo === undefined && (
        <Text mt="3" fontWeight="600" color="alarm.text" data-ended="failed">
          {strings.notSent}
        </Text>
      )}
      <EmailDoubtDialog doubt={doubt} text={strings.doubt} onDecided={() => void handleSubmit(submit)()} />
    </chakra.form>
  );
}

/**
 * Honeypot field, invisible to people, screen readers and the keyboard: an enquiry that fills it in is quarantined.
 * Clipped instead of hidden, because bots skip hidden fields; marked so that browsers and password managers skip it.
 */
function HoneypotField({
  label,
  registration,
}: {
  readonly label: string;
  readonly registration: UseFormRegisterReturn;
}) {
  return (
    <chakra.div
      aria-hidden
      position="absolute"
      insetInlineStart="0"
      top="0"
      width="1px"
      height="1px"
      overflow="hidden"
      clipPath="inset(50%)"
    >
      <label>
        <span>{label}</span>
        <input
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          {...registration}
        />
      </label>
    </chakra.div>
  );
}
