import { Badge, Box, Button, chakra } from "@chakra-ui/react";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { type StallCheck, VerificationDialog } from "./stall-verification";
import { PAYMENT_CHOICES, type PaymentChoice, strings } from "./wizard.strings";

/** The three ways to be listed, and the verification of a stall payer's phone number. */
export function PaymentChoices({
  choice,
  onChoose,
  check,
  disabled,
}: {
  readonly choice: PaymentChoice;
  readonly onChoose: (choice: PaymentChoice) => void;
  readonly check: StallCheck;
  readonly disabled: boolean;
}) {
  const id = useId();
  const [verifying, setVerifying] = useState(false);
  const choose = (next: PaymentChoice) => {
    if (next !== "mela_free") check.reset();
    onChoose(next);
    if (next === "mela_free") setVerifying(true);
  };
  return (
    <chakra.section aria-labelledby={id} mt="8">
      <chakra.h3 id={id} textStyle="h3" mb="4">
        {strings.choice.title}
      </chakra.h3>
      <Box role="radiogroup" aria-labelledby={id} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
        {PAYMENT_CHOICES.map((each) => (
          <Choice
            key={each}
            each={each}
            name={id}
            chosen={each === choice}
            disabled={disabled}
            onChoose={() => choose(each)}
          >
            {each === "mela_free" && choice === "mela_free" && (
              <StallStatus check={check} disabled={disabled} onVerify={() => setVerifying(true)} />
            )}
          </Choice>
        ))}
      </Box>
      <VerificationDialog
        open={verifying}
        check={check}
        onVerified={() => setVerifying(false)}
        onCancel={() => {
          setVerifying(false);
          check.reset();
          onChoose("paid");
        }}
      />
    </chakra.section>
  );
}

function Choice({
  each,
  name,
  chosen,
  disabled,
  onChoose,
  children,
}: {
  readonly each: PaymentChoice;
  readonly name: string;
  readonly chosen: boolean;
  readonly disabled: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const { name: title, price, text } = strings.choice.options[each];
  return (
    <Box
      position="relative"
      bg={chosen ? "indigo.soft" : "card"}
      borderRadius="card"
      borderWidth="2px"
      borderColor={chosen ? "indigo.text" : "edge"}
      css={{
        "&:has(input:focus-visible)": { outline: "3px solid {colors.rani.text}", outlineOffset: "2px" },
        "& input:focus-visible": { outline: "none" },
      }}
    >
      <chakra.label
        htmlFor={id}
        display="grid"
        gridTemplateColumns="auto 1fr"
        columnGap="3"
        p={{ base: "4", md: "5" }}
        cursor={disabled ? "not-allowed" : "pointer"}
      >
        <chakra.input
          id={id}
          type="radio"
          name={name}
          value={each}
          checked={chosen}
          disabled={disabled}
          aria-labelledby={`${id}-name ${id}-price`}
          aria-describedby={`${id}-text`}
          onChange={onChoose}
          width="1.375rem"
          height="1.375rem"
          mt="1"
          accentColor="rani.solid"
        />
        <Box display="flex" flexWrap="wrap" columnGap="4" justifyContent="space-between">
          <chakra.span id={`${id}-name`} fontWeight="600" fontSize="1.125rem">
            {title}
          </chakra.span>
          <chakra.span
            id={`${id}-price`}
            fontFamily="heading"
            fontWeight="700"
            fontSize="1.125rem"
            color={each === "paid" ? "rani.text" : "leaf.text"}
          >
            {price}
          </chakra.span>
        </Box>
        <chakra.span id={`${id}-text`} gridColumn="2" textStyle="small" color="muted">
          {text}
        </chakra.span>
      </chakra.label>
      {children}
    </Box>
  );
}

function StallStatus({
  check,
  disabled,
  onVerify,
}: {
  readonly check: StallCheck;
  readonly disabled: boolean;
  readonly onVerify: () => void;
}) {
  return (
    <Box role="status" px={{ base: "4", md: "5" }} pb="4" ps={{ base: "4", sm: "3.25rem" }}>
      {check.state.kind === "verified" ? (
        <Badge variant="outline" whiteSpace="normal">
          <CircleCheck aria-hidden />
          <span>{strings.choice.verified(check.phone)}</span>
        </Badge>
      ) : (
        <Box display="flex" flexWrap="wrap" gap="3" alignItems="center">
          <span>{strings.choice.notVerified}</span>
          <Button type="button" size="sm" variant="outline" disabled={disabled} onClick={onVerify}>
            {strings.choice.verifyNow}
          </Button>
        </Box>
      )}
    </Box>
  );
}
