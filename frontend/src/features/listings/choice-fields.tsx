import { Box, chakra, Flex } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { type ChangeEvent, useId } from "react";
import { useFormContext } from "react-hook-form";
import { asInput, Select } from "../../ui/choice";
import { pageAddress } from "../../ui/language";
import { type Option, RadioGroup, RequiredCheckbox, tile } from "../../ui/options";
import { FieldName, GroupError } from "../../ui/text-field";
import type { TextName, WizardValues } from "./application-form";
import { nameOf, useDescription, useFieldError, WizardField } from "./text-fields";
import { strings } from "./wizard.strings";

/** A drop-down list. */
export function SelectField({
  name,
  options,
  placeholder = strings.choose,
  disabled = false,
}: {
  readonly name: TextName;
  readonly options: readonly Option[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
}) {
  const { register } = useFormContext<WizardValues>();
  const described = useDescription(name);
  return (
    <WizardField name={name}>
      <Select
        {...register(name)}
        {...described}
        {...asInput}
        options={[["", placeholder], ...options]}
        aria-required
        // `aria-disabled` only, so that it can be focused and its placeholder read out.
        aria-disabled={disabled || undefined}
      />
    </WizardField>
  );
}

/** A radio group. */
export function RadioField({
  name,
  options,
  onChoose,
  wide = false,
}: {
  readonly name: TextName;
  readonly options: readonly Option[];
  /** Called after the form has been updated. */
  readonly onChoose?: (value: string) => void;
  readonly wide?: boolean;
}) {
  const { register } = useFormContext<WizardValues>();
  const registration = register(name, {
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChoose?.(event.target.value),
  });
  const error = useFieldError(name);
  return <RadioGroup label={strings.fields[name]} {...{ options, error, registration, wide }} />;
}

/** A group of checkboxes with one exclusive option. */
export function CheckboxesField({
  name,
  options,
  none,
}: {
  readonly name: "previousParticipation";
  readonly options: readonly string[];
  /** The option that excludes the others. */
  readonly none: string;
}) {
  const id = useId();
  const { watch, setValue } = useFormContext<WizardValues>();
  const chosen = watch(name);
  const error = useFieldError(name);
  const toggle = (option: string, on: boolean) => {
    const others = chosen.filter((one) => one !== option && (option === none ? false : one !== none));
    const next = on ? [...others, option] : others;
    setValue(
      name,
      options.filter((one) => next.includes(one)),
      { shouldValidate: true, shouldDirty: true },
    );
  };
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-help ${id}-error`}
      display="grid"
      gap="1.5"
    >
      <chakra.span id={`${id}-label`} fontWeight="600" display="flex" gap="2">
        <FieldName {...nameOf(name)} />
      </chakra.span>
      <chakra.span id={`${id}-help`} color="muted" fontSize="0.9375rem">
        {strings.help.previousParticipation}
      </chakra.span>
      <Flex gap="3" wrap="wrap">
        {options.map((option) => (
          <chakra.label key={option} {...tile}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.currentTarget.checked)}
            />
            <span>{option === none ? strings.noParticipation : option}</span>
          </chakra.label>
        ))}
      </Flex>
      <GroupError id={`${id}-error`} error={error} />
    </Box>
  );
}

/** The consent; its documents open in a new tab, so that the form stays. */
export function ConsentField() {
  const { register } = useFormContext<WizardValues>();
  const error = useFieldError("consent");
  const { before, terms, between, privacy, after } = strings.consent;
  return (
    <RequiredCheckbox error={error} {...register("consent")}>
      {before}
      <a href={pageAddress(PATHS.terms)} target="_blank" rel="noopener">
        {terms}
      </a>
      {between}
      <a href={pageAddress(PATHS.privacy)} target="_blank" rel="noopener">
        {privacy}
      </a>
      {after}
    </RequiredCheckbox>
  );
}
