import { Box, chakra, Skeleton, Text } from "@chakra-ui/react";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "../ui/lazy-part";
import { addressTexts, type CorrectAddress } from "./address-correction.strings";

/** Only who corrects the address needs the form's code. */
const AddressForm = lazyPart(async () => (await import("./address-form")).AddressForm);

/** "Wrong? Correct it": one field, until a link of our mails was opened. */
export function AddressCorrection({
  orderId,
  email,
  correct,
  onCorrected,
}: {
  readonly orderId: string;
  readonly email: string;
  readonly correct: CorrectAddress;
  readonly onCorrected: (email: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  // The field takes the focus when it opens, and its opener when it closes.
  const touched = useRef(false);
  useEffect(() => {
    if (!open && touched.current) opener.current?.focus();
    touched.current ||= open;
  }, [open]);
  return (
    <div>
      {open ? (
        <Suspense fallback={<Skeleton height="8rem" maxWidth="28rem" />}>
          <AddressForm
            orderId={orderId}
            email={email}
            correct={correct}
            onCancel={() => setOpen(false)}
            onCorrected={(corrected) => {
              onCorrected(corrected);
              setDone(addressTexts.corrected(corrected));
              setOpen(false);
            }}
          />
        </Suspense>
      ) : (
        <Text>
          <span>{`${addressTexts.wrong} `}</span>
          <chakra.button
            ref={opener}
            type="button"
            onClick={() => {
              setDone(undefined);
              setOpen(true);
            }}
            color="rani.text"
            fontWeight="600"
            textDecoration="underline"
            textUnderlineOffset="3px"
            minHeight="tap"
            cursor="pointer"
          >
            {addressTexts.correct}
          </chakra.button>
        </Text>
      )}
      <Box role="status" fontWeight="600" color="leaf.text">
        {done}
      </Box>
    </div>
  );
}
