import { Flex } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/ui";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Announcement } from "./page";

function subscribe(listener: () => void): () => void {
  const events = ["online", "offline"] as const;
  for (const event of events) globalThis.addEventListener(event, listener);
  return () => {
    for (const event of events) globalThis.removeEventListener(event, listener);
  };
}

/** True unless the browser says that it has no connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

const OFFLINE = messages.offline;

/** A notice while the browser is offline. Only its beginning is announced: a countdown would be read every second. */
export function OfflineNotice({ text }: { readonly text: string }) {
  const online = useIsOnline();
  return (
    <div>
      <Announcement>{online ? "" : OFFLINE}</Announcement>
      {!online && (
        <Flex mb="4" px="4" py="2.5" gap="2" align="center" bg="marigold.soft" borderRadius="card">
          <WifiOff size={18} aria-hidden style={{ flexShrink: 0 }} />
          <span>{`${OFFLINE} ${text}`}</span>
        </Flex>
      )}
    </div>
  );
}
