import { Box, chakra, Flex } from "@chakra-ui/react";
import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import { asInput, Select } from "./choice";

interface CategoryFilterProps {
  /** Accessible name of the filter. */
  readonly label: string;
  /** Label of the first choice, which clears the filter. */
  readonly all: string;
  readonly names: readonly string[];
  /** Undefined for all. */
  readonly selected: string | undefined;
  readonly onSelect: (name: string | undefined) => void;
}

/** Chips on larger screens, a select on phones. */
export function CategoryFilter({ label, all, names, selected, onSelect }: CategoryFilterProps) {
  const choices = [undefined, ...names];
  return (
    <>
      <Flex role="group" aria-label={label} display={{ base: "none", md: "flex" }} wrap="wrap" gap="2">
        {choices.map((name) => (
          <Chip key={name ?? ""} pressed={name === selected} onClick={() => onSelect(name)}>
            {name === undefined ? all : categoryLabel(name)}
          </Chip>
        ))}
      </Flex>
      <Box display={{ md: "none" }}>
        <Select
          aria-label={label}
          value={selected ?? ""}
          options={choices.map((name) => [name ?? "", name === undefined ? all : categoryLabel(name)])}
          onChange={({ target }) => onSelect(target.value === "" ? undefined : target.value)}
          {...asInput}
        />
      </Box>
    </>
  );
}

/** A toggle button. */
export function Chip({
  pressed,
  onClick,
  children,
}: {
  readonly pressed: boolean;
  readonly onClick: () => void;
  readonly children: string;
}) {
  return (
    <chakra.button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      minHeight="tap"
      minWidth="tap"
      px={{ base: "3", md: "4" }}
      borderRadius="full"
      borderWidth="1.5px"
      borderColor={pressed ? "rani.solid" : "line"}
      bg={pressed ? "rani.solid" : "card"}
      color={pressed ? "rani.on" : "ink"}
      fontSize="0.9375rem"
      fontWeight="600"
      cursor="pointer"
      whiteSpace="nowrap"
      _hover={{ borderColor: "rani.solid" }}
    >
      {children}
    </chakra.button>
  );
}
