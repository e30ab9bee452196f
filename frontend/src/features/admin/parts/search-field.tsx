import { Box, chakra, Input } from "@chakra-ui/react";
import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Address } from "./use-address";

/** The address follows the typing after so long a rest, in ms. */
const REST_MS = 300;

/** A search as it is typed. */
export interface SearchText {
  readonly text: string;
  readonly type: (value: string) => void;
  /** Puts what is typed into the address at once. */
  readonly send: () => void;
}

/** What is typed, ahead of the address by a moment; the address leads when it is changed from elsewhere. */
export function useSearchText({ get, put }: Address): SearchText {
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
  return { text, type, send: () => search(text) };
}

/** The box that is typed in; the form around it sends the search. */
export function SearchField({
  search,
  label,
  hint,
}: {
  readonly search: SearchText;
  readonly label: string;
  readonly hint: string;
}) {
  const id = useId();
  return (
    <Box flex="1 1 17rem" minWidth="0" gridColumn="1 / -1">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
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
          minHeight="tap"
          py="1"
          ps="10"
          fontSize="1rem"
          placeholder={hint}
          value={search.text}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
      </Box>
    </Box>
  );
}
