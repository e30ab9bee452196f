import { ChakraProvider } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { system } from "../ui/theme/system";
import { Toaster } from "../ui/toaster";
import { strings } from "./app.strings";
import { ProofCard } from "./proof-card";
import type { AppStore } from "./store";

/** Store, theme and toasts around the routes. */
export function AppProviders({ store, children }: { readonly store: AppStore; readonly children: ReactNode }) {
  return (
    <Provider store={store}>
      <ChakraProvider value={system}>
        {children}
        <ProofCard />
        <Toaster closeLabel={strings.closeToast} />
      </ChakraProvider>
    </Provider>
  );
}
