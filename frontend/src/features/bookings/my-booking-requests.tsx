import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { RequestMessageDto } from "@sakhi/domain/bookings/my-booking.dto";
import { BOOKING_REQUEST_KINDS } from "@sakhi/domain/bookings/my-booking.rules";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { changedFields } from "@sakhi/domain/fields/correction.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link } from "react-router-dom";
import { isUnanswered, userMessage } from "../../api/failure";
import { type MyBooking, useRequestBookingChangeMutation, useWithdrawBookingRequestMutation } from "../../api/mela-api";
import { EmailDoubtDialog, useEmailDoubt } from "../../shared/email-doubt";
import { indianMoment } from "../../shared/refund-label";
import { dtoResolver } from "../../ui/dto-resolver";
import { Part } from "../../ui/outcome";
import { SteadyButton } from "../../ui/steady-button";
import { Support } from "../../ui/support";
import { TextField } from "../../ui/text-field";
import { formValuesOf, registrationOf } from "./draft";
import { strings } from "./my-booking.strings";
import { RegistrationFields, useRegistrationForm } from "./registration-fields";

interface RequestsProps {
  readonly myBooking: Pick<MyBooking, "requests" | "details">;
  readonly ended: string | undefined;
  readonly onChanged: (booking: MyBooking) => void;
}

/** The change requests of a booking, and a form for another one, or `ended`: why nothing can be changed. */
export function Requests({ myBooking: { requests, details }, ended, onChanged }: RequestsProps) {
  return (
    <Part id="requests" title={strings.requests}>
      <Text>{ended ?? strings.requestsText}</Text>
      {requests.length > 0 && <RequestList requests={requests} onChanged={onChanged} />}
      {ended === undefined ? (
        <RequestForm details={details} onChanged={onChanged} />
      ) : (
        <Box mt="4">
          <Support />
        </Box>
      )}
    </Part>
  );
}

function RequestList({ requests, onChanged }: Pick<MyBooking, "requests"> & Pick<RequestsProps, "onChanged">) {
  const [withdraw, { isLoading }] = useWithdrawBookingRequestMutation();
  const [problem, setProblem] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const take = async (id: string) => {
    setProblem(undefined);
    const { data, error } = await withdraw(id);
    if (data === undefined) {
      setProblem(userMessage(error, strings.withdrawFailed));
      return;
    }
    // The pressed button is gone: the list says what has become of the request.
    list.current?.focus();
    onChanged(data);
  };
  return (
    <>
      <chakra.ul
        ref={list}
        tabIndex={-1}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="4"
        listStyleType="none"
        mt="4"
        aria-live="polite"
      >
        {requests.map((request) => (
          <li key={request.id}>
            <Text fontWeight="600">{`${strings.kinds[request.kind]}: ${strings.requestStates[request.state]}`}</Text>
            <Text color="muted">{indianMoment(request.requestedAt)}</Text>
            <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
              {request.text}
            </Text>
            {request.answer !== undefined && <Text fontWeight="600">{request.answer}</Text>}
            {request.state === "open" && (
              <SteadyButton
                type="button"
                variant="outline"
                mt="2"
                inactive={isLoading}
                aria-label={strings.withdrawName(strings.kinds[request.kind])}
                onClick={() => void take(request.id)}
              >
                {strings.withdraw}
              </SteadyButton>
            )}
          </li>
        ))}
      </chakra.ul>
      <Box role="alert" fontWeight="600" color="alarm.text">
        {problem}
      </Box>
    </>
  );
}

type FormProps = Pick<MyBooking, "details"> & Pick<RequestsProps, "onChanged">;

/** The form of a request: its kind and message, and, once `fill` is called, the registered details to edit. */
function useRequestForm({ details, onChanged }: FormProps) {
  const [requestChange] = useRequestBookingChangeMutation();
  const [problem, setProblem] = useState<string>();
  const [filling, setFilling] = useState(false);
  /** Number of requests sent here. */
  const [sent, setSent] = useState(0);
  const fields = useRegistrationForm(formValuesOf(details));
  const doubt = useEmailDoubt((email) => fields.setValue("email", email, { shouldDirty: true, shouldValidate: true }));
  const form = useForm<RequestMessageDto>({
    resolver: dtoResolver(RequestMessageDto),
    defaultValues: { kind: "correction", text: "" },
  });
  const kind = useWatch({ control: form.control, name: "kind" });
  /** The edited details; undefined if they are invalid. */
  const validDetails = async (): Promise<RegistrationFormDto | undefined> => {
    let given: RegistrationFormDto | undefined;
    await fields.handleSubmit((values) => {
      given = registrationOf(values);
    })();
    return given;
  };
  const fillsIn = filling && kind !== "cancellation";
  const send = async () => {
    setProblem(undefined);
    const edited = fillsIn ? await validDetails() : undefined;
    if (fillsIn && edited === undefined) return;
    if (doubt.ask(edited?.email)) return;
    const changed = edited === undefined ? [] : changedFields(REGISTRATION_FIELDS, "owner", details, edited);
    const typed = form.getValues("text");
    // Filled-in details need no message: list the changes in it.
    if (edited !== undefined && changed.length > 0 && typed.trim() === "") {
      form.setValue(
        "text",
        changed.map((name) => `${REGISTRATION_FIELDS[name].label}: ${edited[name] ?? "–"}`).join("\n"),
      );
    }
    await form.handleSubmit(async ({ kind, text }) => {
      const request = { kind, text, ...(edited === undefined || changed.length === 0 ? {} : { details: edited }) };
      const { data, error } = await requestChange(request);
      if (data === undefined) {
        // The details may be edited before the retry: restore the typed message, so that the list is generated again.
        form.setValue("text", typed);
        setProblem(userMessage(error, isUnanswered(error) ? strings.unsure : strings.requestFailed));
        return;
      }
      form.reset();
      fields.reset();
      setFilling(false);
      onChanged(data);
      setSent((count) => count + 1);
    })();
  };
  return {
    form,
    kind,
    doubt,
    send,
    problem,
    sent,
    details: { fields, fillsIn, filling, fill: () => setFilling(true) },
  };
}

function RequestForm(props: FormProps) {
  const { form, kind, doubt, send, problem, sent, details } = useRequestForm(props);
  const { register, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const confirmation = useRef<HTMLDivElement>(null);
  // The form is empty again: without the focus on the words beside the button it would look as if nothing had happened.
  useEffect(() => {
    if (sent > 0) confirmation.current?.focus();
  }, [sent]);
  return (
    <chakra.form
      noValidate
      mt="5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <chakra.fieldset minWidth="0">
        <chakra.legend fontWeight="600" mb="2">
          {strings.kind}
        </chakra.legend>
        {BOOKING_REQUEST_KINDS.map((each) => (
          <chakra.label key={each} display="flex" alignItems="center" gap="3" minHeight="tap" cursor="pointer">
            <input type="radio" value={each} {...register("kind")} />
            <span>{strings.kinds[each]}</span>
          </chakra.label>
        ))}
      </chakra.fieldset>
      <Text mt="2" mb="4" role="status">
        <span>{`${strings.policy[kind]} `}</span>
        <Link to={PATHS.policies}>{strings.policies}</Link>
      </Text>
      {kind !== "cancellation" && !details.filling && (
        <Button type="button" variant="outline" mb="4" onClick={details.fill}>
          {strings.requestFill}
        </Button>
      )}
      {details.fillsIn && (
        <Box mb="5">
          <RegistrationFields form={details.fields} readOnly={false} />
        </Box>
      )}
      <TextField
        label={strings.requestMessage}
        optional={details.fillsIn ? strings.optional : undefined}
        error={errors.text?.message}
        registration={register("text")}
        lines={4}
      />
      <Box role="alert" mt="3" fontWeight="600" color="alarm.text">
        {problem}
      </Box>
      <SteadyButton type="submit" mt="3" inactive={isSubmitting}>
        {isSubmitting ? strings.working : strings.requestSend}
      </SteadyButton>
      <Box ref={confirmation} tabIndex={-1} role="status" mt="3" fontWeight="600" color="leaf.text">
        {sent > 0 && problem === undefined && !isDirty && !isSubmitting ? strings.requestSent(props.details.email) : ""}
      </Box>
      <EmailDoubtDialog doubt={doubt} onDecided={() => void send()} />
    </chakra.form>
  );
}
