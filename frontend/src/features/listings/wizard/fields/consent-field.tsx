import { PATHS } from "@sakhi/domain/site/routes";
import { Box, chakra } from "@chakra-ui/react";
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import type { WizardValues } from "../application-form";
import { GroupError, useFieldError } from "./field-parts";
import { strings } from "../wizard.strings";

/** The agreement; its documents open beside the form, so that nothing typed is left behind. */
export function ConsentField() {
  const id = useId();
  const { register } = useFormContext<WizardValues>();
  const error = useFieldError("consent");
  const { before, terms, between, privacy, after } = strings.consent;
  return (
    <Box bg={error === undefined ? "sunk" : "alarm.soft"} borderRadius="card" p="4" display="grid" gap="1.5">
      <Box display="grid" gridTemplateColumns="auto 1fr" gap="3" alignItems="start">
        <chakra.input
          id={id}
          type="checkbox"
          width="1.5rem"
          height="1.5rem"
          mt="0.5"
          accentColor="rani.solid"
          aria-required
          aria-invalid={error !== undefined}
          aria-errormessage={error === undefined ? undefined : `${id}-error`}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          {...register("consent")}
        />
        <label htmlFor={id}>
          {before}
          <a href={PATHS.terms} target="_blank" rel="noopener">
            {terms}
          </a>
          {between}
          <a href={PATHS.privacy} target="_blank" rel="noopener">
            {privacy}
          </a>
          {after}
        </label>
      </Box>
      <GroupError id={`${id}-error`} error={error} />
    </Box>
  );
}
