import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

/** Names in the address and what they are to be; an empty text takes the name out. */
export type AddressChange = Readonly<Record<string, string>>;

/** A view's state in the address: what is asked for can be bookmarked, sent to a colleague, and gone back to. */
export interface Address {
  readonly get: (name: string) => string;
  /** Changes the address; a step of its own for the back button unless it replaces. */
  readonly put: (change: AddressChange, how?: { readonly replace?: boolean }) => void;
}

/** Reads and writes the address of the view that is open. */
export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  const put = useCallback<Address["put"]>(
    (change, { replace = false } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value === "") next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  const get = useCallback<Address["get"]>((name) => params.get(name) ?? "", [params]);
  return { get, put };
}
