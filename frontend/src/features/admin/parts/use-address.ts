import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as RouterContext, useSearchParams } from "react-router-dom";

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
  const [params] = useSearchParams();
  const router = useContext(RouterContext)?.router;
  const put = useCallback<Address["put"]>(
    (change, { replace = false } = {}) => {
      if (router === undefined) throw new Error("useAddress is for pages of the router");
      // The router's own address, and not the one of the last drawing: a search and a click that fall between two
      // drawings would take each other back.
      const next = new URLSearchParams(router.state.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      void router.navigate({ search: next.toString() }, { replace, preventScrollReset: true });
    },
    [router],
  );
  const get = useCallback<Address["get"]>((name) => params.get(name) ?? "", [params]);
  return { get, put };
}
