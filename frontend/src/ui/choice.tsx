import { Box, chakra, NativeSelect } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useId } from "react";

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
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
      flex={{ base: "1", md: "none" }}
    >
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <NativeSelect.Root>
        <NativeSelect.Field id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator>
          <ChevronDown size={18} aria-hidden />
        </NativeSelect.Indicator>
      </NativeSelect.Root>
    </Box>
  );
}
