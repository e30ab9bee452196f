import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { useHistory } from "../../../ui/navigation";

/** Query parameters to set; an empty value removes the parameter. */
type AddressChange = Readonly<Record<string, string>>;

/** A view's state in the URL's query, so that it can be bookmarked, shared and navigated back to. */
export interface Address {
  readonly get: (name: string) => string;
  /** Changes parameters; adds a history entry unless it replaces the current one. */
  readonly put: (change: AddressChange, how?: { readonly replace?: boolean }) => void;
}

/** Reads and writes the current view's state in the URL. */
export function useAddress(): Address {
  const [params] = useSearchParams();
  const history = useHistory();
  const put = useCallback<Address["put"]>(
    (change, { replace = false } = {}) => {
      // Reads the history instead of the last render: two changes between renders would overwrite each other.
      const next = new URLSearchParams(history.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === "") next.delete(name);
        else next.set(name, value);
      }
      const { pathname, hash } = history.location;
      const to = { pathname, search: next.size === 0 ? "" : `?${next.toString()}`, hash };
      if (replace) history.replace(to);
      else history.push(to);
    },
    [history],
  );
  const get = useCallback<Address["get"]>((name) => params.get(name) ?? "", [params]);
  return { get, put };
}

/** A parameter's value if it is allowed; others, which the server would reject, are ignored. */
export function allowedValue<Value extends string>(address: Address, name: string, allowed: readonly Value[]) {
  return allowed.find((value) => value === address.get(name));
}

/** The current page, from 1. */
export function pageOf({ get }: Address): number {
  const page = Number(get("page"));
  return Number.isInteger(page) && page > 1 ? page : 1;
}

/** The page parameter; the first page has none. */
export const pageParameter = (page: number) => (page === 1 ? "" : String(page));

/** Limit and offset of the current page. */
export function pageQuery(address: Address, size: number): { limit: number; offset?: number | undefined } {
  const page = pageOf(address);
  return { limit: size, offset: page === 1 ? undefined : (page - 1) * size };
}
