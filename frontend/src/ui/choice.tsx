import { Box, chakra, NativeSelect } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";

/** Options of a select by value. */
type SelectOptions = readonly (readonly [value: string, label: string, ...unknown: readonly unknown[]])[];

/** A native select. */
export function Select({
  options,
  ...field
}: ComponentProps<typeof NativeSelect.Field> & { readonly options: SelectOptions }) {
  return (
    <NativeSelect.Root>
      <NativeSelect.Field {...field}>
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
  );
}

/** The style of the inputs, for a select among them. */
export const asInput = {
  minHeight: "3rem",
  fontSize: "1.0625rem",
  scrollMarginTop: "9rem",
  _invalid: { borderColor: "alarm.text", borderWidth: "2px" },
} as const;

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: SelectOptions;
  readonly onChange: (value: string) => void;
  /** Shown only below this breakpoint; wider screens have another control. */
  readonly below?: "md" | "lg";
}

/** A labelled native select. */
export function Choice({ label, value, options, onChange, below }: ChoiceProps) {
  const id = useId();
  return (
    <Box
      display={below === undefined ? "block" : { base: "block", [below]: "none" }}
      minWidth={{ base: "0", md: "9rem" }}
      // On phones it shares its line only while it has room for its text; without a basis it would be squeezed and overflow.
      flex={{ base: "1 1 9rem", md: "none" }}
    >
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Select id={id} value={value} options={options} onChange={(event) => onChange(event.currentTarget.value)} />
    </Box>
  );
}
