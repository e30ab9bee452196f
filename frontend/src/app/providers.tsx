import { ChakraProvider } from "@chakra-ui/react";
import { type ReactNode, useRef } from "react";
import { Provider } from "react-redux";
import { LastTooltip } from "../ui/last-tooltip";
import { system } from "../ui/theme/system";
import { Toaster } from "../ui/toaster";
import { strings } from "./app.strings";
import { ProofCard } from "./proof-card";
import type { AppStore } from "./store";

/** Store, theme and toasts around the routes. */
export function AppProviders({ store, children }: { readonly store: AppStore; readonly children: ReactNode }) {
  const lastTooltip = useRef(Number.NEGATIVE_INFINITY);
  return (
    <Provider store={store}>
      <ChakraProvider value={system}>
        <LastTooltip value={lastTooltip}>{children}</LastTooltip>
        <ProofCard />
        <Toaster closeLabel={strings.closeToast} />
      </ChakraProvider>
    </Provider>
  );
}
