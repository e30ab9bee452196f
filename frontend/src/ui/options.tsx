import { Box, chakra, Flex } from "@chakra-ui/react";
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { GroupError } from "./text-field";

/** An option: its value, its label, and an optional text. */
export type Option = readonly [value: string, label: string, text?: string];

/** A radio button or checkbox with its label, as a tile. */
export const tile = {
  display: "flex",
  alignItems: "flex-start",
  gap: "2.5",
  minHeight: "3rem",
  px: "4",
  py: "2.5",
  bg: "card",
  borderRadius: "card",
  borderWidth: "1.5px",
  borderColor: "edge",
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

/** A radio group without a default. `wide`: stacked on phones, in columns elsewhere, for options with texts. */
export function RadioGroup({
  label,
  options,
  error,
  registration,
  wide = false,
}: {
  readonly label: string;
  readonly options: readonly Option[];
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
  readonly wide?: boolean;
}) {
  const id = useId();
  const errorId = error === undefined ? undefined : `${id}-error`;
  return (
    <Box
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={errorId}
      aria-errormessage={errorId}
      aria-invalid={error !== undefined}
      aria-required
      display="grid"
      gap="1.5"
    >
      <chakra.span id={`${id}-label`} fontWeight="600">
        {label}
      </chakra.span>
      <Flex
        gap="3"
        wrap="wrap"
        {...(wide ? { display: "grid", gridTemplateColumns: { base: "1fr", sm: "repeat(3, 1fr)" } } : {})}
      >
        {options.map(([value, name, text]) => (
          <chakra.label
            key={value}
            {...tile}
            {...(error === undefined ? {} : { borderColor: "alarm.text" })}
            {...(wide ? {} : { minWidth: "7rem" })}
          >
            <input type="radio" value={value} {...registration} />
            <span>
              <chakra.span fontWeight={text === undefined ? "400" : "600"} display="block">
                {name}
              </chakra.span>
              {text !== undefined && (
                <chakra.span display="block" textStyle="small" color="muted">
                  {text}
                </chakra.span>
              )}
            </span>
          </chakra.label>
        ))}
      </Flex>
      <GroupError id={`${id}-error`} error={error} />
    </Box>
  );
}

/** A checkbox that must be checked, with its label. */
export function RequiredCheckbox({
  error,
  children,
  onMouseDown,
  ...input
}: Omit<ComponentProps<typeof chakra.input>, "onMouseDown"> & {
  readonly error: string | undefined;
  readonly children: ReactNode;
  readonly onMouseDown?: (event: MouseEvent) => void;
}) {
  const id = useId();
  const errorId = error === undefined ? undefined : `${id}-error`;
  return (
    <Box bg={error === undefined ? "sunk" : "alarm.soft"} borderRadius="card" px="4" py="3">
      <Box
        display="grid"
        gridTemplateColumns="auto 1fr"
        gap="3"
        alignItems="center"
        minHeight="tap"
        onMouseDown={onMouseDown}
      >
        <chakra.input
          id={id}
          type="checkbox"
          width="1.5rem"
          height="1.5rem"
          accentColor="rani.solid"
          // Keeps it out from under the registration's sticky strip when the form focuses it.
          scrollMarginTop="9rem"
          aria-required
          aria-invalid={error !== undefined}
          aria-errormessage={errorId}
          aria-describedby={errorId}
          {...input}
        />
        <chakra.label htmlFor={id} cursor="pointer">
          {children}
        </chakra.label>
      </Box>
      <GroupError id={`${id}-error`} error={error} />
    </Box>
  );
}
