import { PATHS } from "@sakhi/domain/site/routes";
import { Box, chakra, Flex, NativeSelect } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { type ChangeEvent, type ReactNode, useId } from "react";
import { useFormContext } from "react-hook-form";
import { FieldName } from "../../ui/text-field";
import type { TextName, WizardValues } from "./application-form";
import { GroupError, nameOf, useDescription, useFieldError, WizardField } from "./text-fields";
import { strings } from "./wizard.strings";

/** An option: the API's value, its label, and an optional text. */
export type Option = readonly [value: string, label: string, text?: string];

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
      <NativeSelect.Root>
        <NativeSelect.Field
          {...register(name)}
          {...described}
          aria-required
          // `aria-disabled` only, so that it can be focused and its placeholder read out.
          aria-disabled={disabled || undefined}
          css={{
            minHeight: "3rem",
            fontSize: "1.0625rem",
            scrollMarginTop: "9rem",
            "&[data-invalid]": { borderColor: "alarm.text", borderWidth: "2px" },
          }}
        >
          <option value="">{placeholder}</option>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator>
          <ChevronDown size={20} aria-hidden />
        </NativeSelect.Indicator>
      </NativeSelect.Root>
    </WizardField>
  );
}

const tile = {
  display: "flex",
  alignItems: "flex-start",
  gap: "2.5",
  minHeight: "3rem",
  px: "4",
  py: "2.5",
  bg: "card",
  borderRadius: "card",
  borderWidth: "1.5px",
  cursor: "pointer",
  css: {
    "&:has(input:checked)": { borderColor: "indigo.text", bg: "indigo.soft" },
    "&:has(input:focus-visible)": { outline: "3px solid {colors.rani.text}", outlineOffset: "2px" },
    "& input": {
      width: "1.25rem",
      height: "1.25rem",
      flexShrink: "0",
      marginTop: "0.2rem",
      accentColor: "{colors.rani.solid}",
    },
    "& input:focus-visible": { outline: "none" },
  },
} as const;

/** A radio group. `wide`: stacked on phones, in columns elsewhere, for options with texts. */
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
  const id = useId();
  const { register } = useFormContext<WizardValues>();
  const error = useFieldError(name);
  const registration = register(name, {
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChoose?.(event.target.value),
  });
  return (
    <Box
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      aria-errormessage={error === undefined ? undefined : `${id}-error`}
      aria-invalid={error !== undefined}
      aria-required
      display="grid"
      gap="1.5"
    >
      <chakra.span id={`${id}-label`} fontWeight="600">
        <FieldName {...nameOf(name)} />
      </chakra.span>
      <Tiles wide={wide}>
        {options.map(([value, label, text]) => (
          <chakra.label
            key={value}
            {...tile}
            borderColor={error === undefined ? "edge" : "alarm.text"}
            {...(wide ? {} : { minWidth: "7rem" })}
          >
            <input type="radio" value={value} {...registration} />
            <span>
              <chakra.span fontWeight={text === undefined ? "400" : "600"} display="block">
                {label}
              </chakra.span>
              {text !== undefined && (
                <chakra.span display="block" textStyle="small" color="muted">
                  {text}
                </chakra.span>
              )}
            </span>
          </chakra.label>
        ))}
      </Tiles>
      <GroupError id={`${id}-error`} error={error} />
    </Box>
  );
}

function Tiles({ wide, children }: { readonly wide: boolean; readonly children: ReactNode }) {
  if (!wide)
    return (
      <Flex gap="3" wrap="wrap">
        {children}
      </Flex>
    );
  return (
    <Box display="grid" gridTemplateColumns={{ base: "1fr", sm: "repeat(3, 1fr)" }} gap="3">
      {children}
    </Box>
  );
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
      <Tiles wide={false}>
        {options.map((option) => (
          <chakra.label key={option} {...tile} borderColor="edge">
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.currentTarget.checked)}
            />
            {option}
          </chakra.label>
        ))}
      </Tiles>
      <GroupError id={`${id}-error`} error={error} />
    </Box>
  );
}

/** The consent; its documents open in a new tab, so that the form stays. */
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
