import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { BookingRequestDto } from "@sakhi/domain/bookings/my-booking.dto";
import { BOOKING_REQUEST_KINDS } from "@sakhi/domain/bookings/my-booking.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link } from "react-router-dom";
import { personMessage } from "../../api/failure";
import { type MyBooking, useRequestBookingChangeMutation } from "../../api/mela-api";
import { indianMoment } from "../../ui/refund-label";
import { TextField } from "../../ui/text-field";
import { Part } from "./my-booking-part";
import { strings } from "./my-booking.strings";

/** What she asked for, and a form to ask for more. */
export function Requests({
  requests,
  onChanged,
}: Pick<MyBooking, "requests"> & { readonly onChanged: (booking: MyBooking) => void }) {
  const [ask] = useRequestBookingChangeMutation();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, control, reset, formState } = useForm<BookingRequestDto>({
    resolver: classValidatorResolver(BookingRequestDto),
    defaultValues: { kind: "correction", text: "" },
  });
  const chosen = useWatch({ control, name: "kind" });
  const send = handleSubmit(async ({ kind, text }) => {
    setProblem(undefined);
    // The DTO is an instance of its class; only a plain object is sent as JSON.
    const { data, error } = await ask({ kind, text });
    if (data === undefined) {
      setProblem(personMessage(error, strings.requestFailed));
      return;
    }
    reset();
    onChanged(data);
  });
  return (
    <Part id="requests" title={strings.requests}>
      <Text>{strings.requestsText}</Text>
      {requests.length > 0 && (
        <chakra.ul display="grid" gap="4" listStyleType="none" mt="4" aria-live="polite">
          {requests.map((request) => (
            <li key={request.id}>
              <Text fontWeight="600">
                {strings.kinds[request.kind]}: {strings.requestStates[request.state]}
              </Text>
              <Text color="muted">{indianMoment(request.requestedAt)}</Text>
              <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
                {request.text}
              </Text>
              {request.answer !== undefined && <Text fontWeight="600">{request.answer}</Text>}
            </li>
          ))}
        </chakra.ul>
      )}
      <chakra.form noValidate mt="5" onSubmit={(event) => void send(event)}>
        <chakra.fieldset minWidth="0">
          <chakra.legend fontWeight="600" mb="2">
            {strings.kind}
          </chakra.legend>
          {BOOKING_REQUEST_KINDS.map((each) => (
            <chakra.label
              key={each}
              display="flex"
              alignItems="center"
              gap="3"
              minHeight="tap"
              cursor="pointer"
            >
              <input type="radio" value={each} {...register("kind")} />
              {strings.kinds[each]}
            </chakra.label>
          ))}
        </chakra.fieldset>
        <Text mt="2" mb="4" role="status">
          {strings.policy[chosen]} <Link to={PATHS.policies}>{strings.policies}</Link>
        </Text>
        <TextField
          label={strings.requestWords}
          error={formState.errors.text?.message}
          registration={register("text")}
          lines={4}
        />
        <Box role="alert" mt="3" fontWeight="600" color="alarm.text">
          {problem}
        </Box>
        <Button type="submit" mt="3" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? strings.working : strings.requestSend}
        </Button>
      </chakra.form>
    </Part>
  );
}
