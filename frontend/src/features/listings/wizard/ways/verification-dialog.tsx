import { Box, Button, chakra, Field, Input, Text } from "@chakra-ui/react";
import { CircleAlert, CircleX } from "lucide-react";
import { useId } from "react";
import { Modal } from "../../../../ui/dialog";
import { Spinner } from "../../../../ui/page";
import { tenDigits } from "../fields/text-field";
import type { StallCheck } from "./use-stall-check";
import { strings } from "../wizard.strings";

/** Asks for the phone number a stall was paid with, and says how its verification stands. */
export function VerificationDialog({
  open,
  check,
  onVerified,
  onCancel,
}: {
  readonly open: boolean;
  readonly check: StallCheck;
  readonly onVerified: () => void;
  /** Closed without a verification. */
  readonly onCancel: () => void;
}) {
  const form = useId();
  const { phone, state } = check;
  const verifying = state.kind === "verifying";
  const failed = state.kind === "failed";
  const error = state.kind === "idle" ? state.error : undefined;
  return (
    <Modal
      open={open}
      title={strings.verification.title}
      onClose={onCancel}
      footer={
        <>
          <Button variant="subtle" onClick={onCancel}>
            {failed ? strings.verification.other : strings.verification.cancel}
          </Button>
          <Button type="submit" form={form} disabled={verifying} minWidth="9rem">
            {verifying && <Spinner />}
            {verifying
              ? strings.verification.verifying
              : failed
                ? strings.verification.again
                : strings.verification.verify}
          </Button>
        </>
      }
    >
      <chakra.form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The wizard's own form stands around this one in React's tree.
          event.stopPropagation();
          void check.verify().then((verified) => {
            if (verified) onVerified();
          });
        }}
      >
        <Text mb="4">{strings.verification.text}</Text>
        <Field.Root invalid={error !== undefined} readOnly={verifying}>
          <Field.Label>{strings.verification.phone}</Field.Label>
          <Box display="grid" gridTemplateColumns="auto 1fr" gap="2" alignItems="center" width="full">
            <chakra.span aria-hidden fontWeight="600" color="muted">
              +91
            </chakra.span>
            <Input
              value={phone}
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              maxLength={10}
              aria-required
              fontVariantNumeric="tabular-nums"
              onChange={(event) => check.type(event.currentTarget.value)}
              onPaste={(event) => {
                const digits = tenDigits(event.clipboardData.getData("text"));
                if (digits === undefined) return;
                event.preventDefault();
                check.type(digits);
              }}
            />
          </Box>
          {error === undefined && <Field.HelperText>{strings.verification.help}</Field.HelperText>}
          <Field.ErrorText>
            <CircleAlert size={16} aria-hidden />
            {error}
          </Field.ErrorText>
        </Field.Root>
        <Box role="status" mt="4">
          {verifying && <Text color="muted">{strings.verification.verifying}</Text>}
          {failed && (
            <Box
              bg="alarm.soft"
              borderRadius="card"
              p="4"
              display="grid"
              gridTemplateColumns="auto 1fr"
              columnGap="3"
            >
              <Box color="alarm.text" aria-hidden pt="0.5">
                <CircleX size={22} />
              </Box>
              <div>
                <Text fontWeight="600" color="alarm.text">
                  {strings.verification.failedTitle}
                </Text>
                <Text>{state.message}</Text>
                {/* The server's own no says so already. */}
                {!state.message.includes(strings.verification.otherWay) && (
                  <Text mt="1">{`Please ${strings.verification.otherWay}.`}</Text>
                )}
                <Text mt="1">{strings.verification.checkNumber}</Text>
              </div>
            </Box>
          )}
        </Box>
      </chakra.form>
    </Modal>
  );
}
