import { Box, Button, Text } from "@chakra-ui/react";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { eachField, namesFirst, shortLabelOf } from "@sakhi/domain/fields/declared-fields";
import { PencilLine } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { type MyBooking } from "../../api/mela-api";
import { lazyPart } from "../../ui/lazy-part";
import { FactRows, type OrderFact, Part } from "../../ui/outcome";
import { formatPhone } from "../../ui/phone";
import { strings } from "./my-booking.strings";

/** Lazy, because it brings the form's code: the page shows the booking first. */
const Correction = lazyPart(async () => (await import("./my-booking-correction")).Correction);

const isOptional = (name: keyof MyBooking["details"]): boolean => "optional" in REGISTRATION_FIELDS[name];
/** What everyone gives first. */
const DETAILS = namesFirst(REGISTRATION_FIELDS).toSorted((a, b) => Number(isOptional(a)) - Number(isOptional(b)));
const LABELS = { ...eachField(REGISTRATION_FIELDS, shortLabelOf), ...strings.detailLabels };

function detailRows({ details }: MyBooking): OrderFact[] {
  return DETAILS.flatMap((name) => {
    const value = details[name];
    if (value === undefined) return [];
    return [[LABELS[name], REGISTRATION_FIELDS[name].kind === "phone" ? formatPhone(value) : value] as const];
  });
}

/** The registered details, with a form to correct them until the invoice is issued. */
export function Details({
  myBooking,
  onChanged,
}: {
  readonly myBooking: MyBooking;
  readonly onChanged: (booking: MyBooking) => void;
}) {
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState<string>();
  const status = useRef<HTMLDivElement>(null);
  // The form unmounts together with the focused button: move the focus to the message.
  useEffect(() => {
    if (message !== undefined) status.current?.focus();
  }, [message]);
  return (
    <Part id="details" title={strings.details}>
      <Box ref={status} tabIndex={-1} role="status" fontWeight="600" mb={message === undefined ? "0" : "3"}>
        {message}
      </Box>
      {open && myBooking.correctable ? (
        <Suspense fallback={<Text>{strings.working}</Text>}>
          <Correction
            myBooking={myBooking}
            onDone={(booking, done) => {
              setOpen(false);
              setMessage(done);
              onChanged(booking);
            }}
            onBack={() => setOpen(false)}
          />
        </Suspense>
      ) : (
        <>
          <FactRows rows={detailRows(myBooking)} />
          {myBooking.correctable && (
            <Button
              variant="outline"
              mt="4"
              onClick={() => {
                setMessage(undefined);
                setOpen(true);
              }}
            >
              <PencilLine aria-hidden />
              {strings.correct}
            </Button>
          )}
        </>
      )}
    </Part>
  );
}
