import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Modal } from "../../../ui/dialog";
import type { WizardValues } from "./application-form";
import { isTouched } from "./draft";
import { strings } from "./wizard.strings";

/** Says that what is typed stays in this tab, and lets it be discarded. */
export function DraftNote({
  disabled,
  onDiscard,
}: {
  readonly disabled: boolean;
  readonly onDiscard: () => void;
}) {
  const { control } = useFormContext<WizardValues>();
  const values = useWatch<WizardValues>({ control }) as WizardValues;
  const [asking, setAsking] = useState(false);
  if (!isTouched(values)) return null;
  const { saved, discard, title, text, keep, yes } = strings.draft;
  return (
    <Flex mt="4" columnGap="2" align="center" color="muted" wrap="wrap">
      <Text textStyle="small">{saved}</Text>
      <chakra.button
        type="button"
        disabled={disabled}
        onClick={() => setAsking(true)}
        minHeight="tap"
        px="1"
        fontSize="0.9375rem"
        fontWeight="600"
        color="indigo.text"
        textDecoration="underline"
        textUnderlineOffset="3px"
        cursor="pointer"
        _disabled={{ opacity: "0.6", cursor: "not-allowed" }}
      >
        {discard}
      </chakra.button>
      <Modal
        open={asking}
        role="alertdialog"
        title={title}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button variant="subtle" onClick={() => setAsking(false)}>
              {keep}
            </Button>
            <Button
              onClick={() => {
                setAsking(false);
                onDiscard();
              }}
            >
              {yes}
            </Button>
          </>
        }
      >
        {text}
      </Modal>
    </Flex>
  );
}
