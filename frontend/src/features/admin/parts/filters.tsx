import { Box, chakra, Input } from "@chakra-ui/react";
import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Choice } from "../../../ui/choice";
import type { Address } from "./address";

/** The server's limit for searches, in characters. */
const MAX_SEARCH_LENGTH = 100;

/** Debounce of the search, in ms. */
const DEBOUNCE_MS = 300;

/** The search field's text, debounced into the URL; a change of the URL from elsewhere wins. */
function useSearchText({ get, put }: Address) {
  const addressValue = get("q");
  const [text, setText] = useState(addressValue);
  const [lastAddressValue, setLastAddressValue] = useState(addressValue);
  const [sent, setSent] = useState(addressValue);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (lastAddressValue !== addressValue) {
    setLastAddressValue(addressValue);
    // Must not overwrite text typed since the last search.
    if (addressValue !== sent) setText(addressValue);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    clearTimeout(timer.current);
    const q = value.trim().slice(0, MAX_SEARCH_LENGTH);
    setSent(q);
    put({ q, page: "" }, { replace: true });
  };
  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value), DEBOUNCE_MS);
  };
  return { text, type, send: () => search(text) };
}

/** A filter with its query parameter. The first option clears the filter. */
interface FilterChoice {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  /** The selected option. Default: the parameter's value. */
  readonly value?: string;
  readonly below?: "lg";
}

interface FiltersProps {
  readonly address: Address;
  readonly texts: { readonly title: string; readonly search: string; readonly searchHint: string };
  readonly choices: readonly FilterChoice[];
  /** Date range filters, by query parameter. */
  readonly days?: readonly (readonly [name: string, label: string])[];
}

/** Filters stored in the URL; a change resets the page. */
export function FilterChoices({ address: { get, put }, choices }: Pick<FiltersProps, "address" | "choices">) {
  return choices.map(({ name, ...choice }) => (
    <Choice key={name} value={get(name)} {...choice} onChange={(value) => put({ [name]: value, page: "" })} />
  ));
}

/** Earlier days are intermediate input: typing the 2 of 2026 gives the year 0002. */
const MIN_DAY = "2000-01-01";

/** A date filter, stored in the URL once completely typed; a change of the URL from elsewhere wins. */
export function DayFilter({
  address: { get, put },
  name,
  label,
}: Pick<FiltersProps, "address"> & { readonly name: string; readonly label: string }) {
  const id = useId();
  const addressValue = get(name);
  const [day, setDay] = useState(addressValue);
  const [lastAddressValue, setLastAddressValue] = useState(addressValue);
  if (lastAddressValue !== addressValue) {
    setLastAddressValue(addressValue);
    setDay(addressValue);
  }
  return (
    <Box minWidth="0">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        max="9999-12-31"
        {...inputStyle}
        value={day}
        onChange={({ currentTarget: { value } }) => {
          setDay(value);
          if (value === "" || value >= MIN_DAY) put({ [name]: value, page: "" });
        }}
      />
    </Box>
  );
}

/** Search and filters of a list, stored in the URL and applied by the server. */
export function Filters({ address, texts, choices, days = [] }: FiltersProps) {
  const search = useSearchText(address);
  const id = useId();
  return (
    <chakra.form
      role="search"
      aria-label={texts.title}
      {...filterStyle}
      onSubmit={(event) => {
        event.preventDefault();
        search.send();
      }}
    >
      <Box flex="1 1 17rem" minWidth="0" gridColumn="1 / -1">
        <chakra.label htmlFor={id} textStyle="label" color="muted">
          {texts.search}
        </chakra.label>
        <Box position="relative">
          <Box
            aria-hidden
            position="absolute"
            insetInlineStart="3"
            top="50%"
            transform="translateY(-50%)"
            color="muted"
            display="flex"
          >
            <Search size={18} />
          </Box>
          <Input
            id={id}
            type="search"
            {...inputStyle}
            ps="10"
            placeholder={texts.searchHint}
            value={search.text}
            onChange={(event) => search.type(event.currentTarget.value)}
          />
        </Box>
      </Box>
      {days.map(([name, label]) => (
        <DayFilter key={name} address={address} name={name} label={label} />
      ))}
      <FilterChoices address={address} choices={choices} />
    </chakra.form>
  );
}

const inputStyle = { minHeight: "tap", py: "1", fontSize: "1rem" } as const;

/** Layout of filters: two per row on phones, one row elsewhere. */
export const filterStyle = {
  display: { base: "grid", md: "flex" },
  gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
  gap: "3",
  flexWrap: "wrap",
  alignItems: "end",
  mb: "4",
} as const;
