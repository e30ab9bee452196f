import { Box, chakra, Input } from "@chakra-ui/react";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Choice } from "../../../ui/choice";
import { OFFER_WORDS, PAYMENT_WORDS } from "../parts/registration-words";
import type { Address } from "../parts/use-address";
import { PAGE_SIZES, sizeOf } from "./registrations-query";
import { strings } from "./registrations.strings";

/** The address follows the typing after so long a rest, in ms. */
const REST_MS = 300;

/** What is typed, ahead of the address by a moment; the address leads when it is changed from elsewhere. */
function useSearchText({ get, put }: Address) {
  const inAddress = get("q");
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== inAddress) {
    setSeen(inAddress);
    // What is typed on meanwhile must not be taken back.
    if (inAddress !== sent) setText(inAddress);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    clearTimeout(timer.current);
    const q = value.trim();
    setSent(q);
    put({ q, page: "" }, { replace: true });
  };
  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value), REST_MS);
  };
  return { text, type, search };
}

function DateField({
  label,
  name,
  address,
}: {
  readonly label: string;
  readonly name: "from" | "to";
  readonly address: Address;
}) {
  const id = useId();
  return (
    <Box minWidth="0">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        minHeight="tap"
        fontSize="1rem"
        py="1"
        value={address.get(name)}
        onChange={(event) => address.put({ [name]: event.currentTarget.value, page: "" })}
      />
    </Box>
  );
}

/** Search and filters; they stand in the address and the server does them. */
export function Filters({ address }: { readonly address: Address }) {
  const { get, put } = address;
  const { filters } = strings;
  const { text, type, search } = useSearchText(address);
  const searchId = useId();
  const choose = (name: string) => (value: string) => put({ [name]: value, page: "" });
  const all = ["", filters.all] as const;
  return (
    <chakra.form
      role="search"
      aria-label={filters.title}
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <Box
        display={{ base: "grid", md: "flex" }}
        gridTemplateColumns="repeat(2, minmax(0, 1fr))"
        gap="3"
        flexWrap="wrap"
        alignItems="end"
        mb="4"
      >
        <Box flex="1 1 17rem" minWidth="0" gridColumn="1 / -1">
          <chakra.label htmlFor={searchId} textStyle="label" color="muted">
            {filters.search}
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
              id={searchId}
              type="search"
              minHeight="tap"
              py="1"
              ps="10"
              fontSize="1rem"
              placeholder={filters.searchHint}
              value={text}
              onChange={(event) => type(event.currentTarget.value)}
            />
          </Box>
        </Box>
        <Choice
          label={filters.payment}
          value={get("payment")}
          onChange={choose("payment")}
          options={[all, ...Object.entries(PAYMENT_WORDS)]}
        />
        <Choice
          label={filters.type}
          value={get("type")}
          onChange={choose("type")}
          options={[all, ...STALL_TYPES.map((name) => [name, stallTypeLabel(name)] as const)]}
        />
        <Choice
          label={filters.offer}
          value={get("offer")}
          onChange={choose("offer")}
          options={[all, ...Object.entries(OFFER_WORDS)]}
        />
        <DateField label={filters.from} name="from" address={address} />
        <DateField label={filters.to} name="to" address={address} />
        <Choice
          label={filters.size}
          value={String(sizeOf(address))}
          onChange={(size) => put({ size: size === String(PAGE_SIZES[0]) ? "" : size, page: "" })}
          options={PAGE_SIZES.map((size) => [String(size), String(size)] as const)}
        />
      </Box>
    </chakra.form>
  );
}
