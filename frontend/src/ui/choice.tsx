import { Box, chakra, NativeSelect } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useId } from "react";

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
  /** Only where the screen is narrow: elsewhere something else does it. */
  readonly narrowOnly?: boolean;
}

/** A labelled choice of one thing out of a few. */
export function Choice({ label, value, options, onChange, narrowOnly = false }: ChoiceProps) {
  const id = useId();
  return (
    <Box
      display={narrowOnly ? { base: "block", md: "none" } : "block"}
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
