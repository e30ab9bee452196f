import { Button, chakra, Grid, GridItem, type InputProps } from "@chakra-ui/react";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { FILLED_MS_HEADER } from "@sakhi/domain/enquiries/enquiry.rules";
import { useRef, useState, type ReactNode } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormRegister,
  type UseFormRegisterReturn,
} from "react-hook-form";
import { apiErrorOf } from "../../api/failure";
import { TextField } from "../../ui/text-field";

/** The header that goes with an enquiry. */
type FormHeaders = { readonly [FILLED_MS_HEADER]: string };

/** One field of the form. */
export interface EnquiryField<Values> {
  readonly name: keyof Values & string;
  readonly label: string;
  readonly input?: InputProps;
  readonly help?: string;
  /** What to write beside the label of a field that may stay empty. */
  readonly optional?: string | undefined;
  /** Takes the whole width. */
  readonly wide?: boolean;
  /** The height of a text of several lines. */
  readonly lines?: number;
}

/**
 * A form that sends an enquiry: fields, the trap for bots and the button. Its sentences are the DTO's alone.
 *
 * @param empty the values before anything is typed; all of them are sent, those that are empty text are left out
 * @param send sends it; may throw the API's error
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
  /** Further fields below the others. */
  readonly more?: (register: UseFormRegister<Values>, errors: FieldErrors<Values>) => ReactNode;
  readonly texts: { readonly trap: string; readonly submit: string; readonly sending: string };
  readonly send: (values: Values, headers: FormHeaders) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}) {
  const { busy, once } = useSending();
  const { register, handleSubmit, reset, setError, formState } = useForm<Values>({
    // The form holds text where the DTO has its own types; the DTO validates and turns the text into them itself.
    resolver: classValidatorResolver(dto) as never,
    defaultValues: empty as DefaultValues<Values>,
    // Not when a field is left: a sentence that appears under it would move what is pressed away from under the click.
    mode: "onSubmit",
  });
  const { errors } = formState;
  const names = Object.keys(empty) as FieldPath<Values>[];

  const submit = (values: Values) =>
    once(async (headers) => {
      try {
        // Plain, as the store wants it.
        const plain: unknown = Object.fromEntries(names.map((name) => [name, values[name]]));
        await send(plain as Values, headers);
        reset(empty);
      } catch (error) {
        const { fields: sentences } = apiErrorOf(error);
        for (const name of names) {
          const [message] = sentences?.[name] ?? [];
          if (message !== undefined) setError(name, { type: "server", message });
        }
        onFailure(error);
      }
    });

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
        {more?.(register, errors)}
      </Grid>
      <TrapField label={texts.trap} registration={register("website" as FieldPath<Values>)} />
      {/* Never switched off, which would take the focus from it: what is pressed meanwhile sends nothing. */}
      <Button type="submit" size="lg" mt="6" width={{ base: "full", sm: "auto" }} aria-disabled={busy}>
        {busy ? texts.sending : texts.submit}
      </Button>
    </chakra.form>
  );
}

/** Sends one enquiry at a time: a second click finds the flag set before the first has redrawn anything. */
function useSending() {
  const [openedAt] = useState(() => performance.now());
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const once = async (work: (headers: FormHeaders) => Promise<void>) => {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    try {
      await work({ [FILLED_MS_HEADER]: String(Math.round(performance.now() - openedAt)) });
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };
  return { busy, once };
}

/**
 * A field that nobody sees, hears or reaches with the keyboard: what fills it in is a bot, and its enquiry is
 * quarantined. Off the page rather than hidden, because bots skip hidden fields; marked so that neither browsers nor
 * password managers fill it in.
 */
function TrapField({ label, registration }: { readonly label: string; readonly registration: UseFormRegisterReturn }) {
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
        {label}
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
