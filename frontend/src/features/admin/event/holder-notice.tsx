import { Button, Flex, Text } from "@chakra-ui/react";
import { NotifyHoldersDto } from "@sakhi/domain/operator/event-facts.dto";
import { BellOff, Mail } from "lucide-react";
import { type ManagedFacts, useNotifyHoldersMutation } from "../../../api/admin-api";
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { momentOf } from "../parts/labels";
import { Panel } from "../parts/panel";
import { strings } from "./event.strings";

export type Unnotified = NonNullable<ManagedFacts["unnotified"]>;

/** The change that holders of stalls have not been notified, with the decision for operators. */
export function UnnotifiedPanel({
  event,
  unnotified: { what, since, holders },
  onDecide,
}: {
  /** The event's title. */
  readonly event: string;
  readonly unnotified: Unnotified;
  readonly onDecide: ((notify: boolean) => void) | undefined;
}) {
  const texts = strings.unnotified;
  return (
    <Panel title={texts.title}>
      <Text>{texts.lead(event, what, momentOf(Date.parse(since)), holders)}</Text>
      {onDecide !== undefined && (
        <Flex gap="2" wrap="wrap" mt="3">
          {holders > 0 && (
            <Button size="sm" onClick={() => onDecide(true)}>
              <Mail aria-hidden />
              <span>{texts.notify.button(holders)}</span>
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={() => onDecide(false)}>
            <BellOff aria-hidden />
            {texts.dismiss.button}
          </Button>
        </Flex>
      )}
    </Panel>
  );
}

/** Confirms that the holders are notified, with their number, or that they need not be. */
export function NotifyDialog({
  event,
  unnotified: { version, what, holders },
  notify,
  onClose,
}: {
  readonly event: { readonly slug: string; readonly title: string };
  readonly unnotified: Unnotified;
  readonly notify: boolean;
  readonly onClose: () => void;
}) {
  const [notifyHolders] = useNotifyHoldersMutation();
  const texts = notify ? strings.unnotified.notify : strings.unnotified.dismiss;
  return (
    <ActionDialog<NotifyHoldersDto>
      title={texts.dialog(event.title)}
      dto={NotifyHoldersDto}
      initial={{ version, notify, reason: "" }}
      fields={() => [reasonField()]}
      consequence={() => texts.consequence(event.title, what, holders)}
      texts={texts}
      run={async (notifyHoldersDto) => {
        const { notified } = await notifyHolders({ event: event.slug, notifyHoldersDto }).unwrap();
        return texts.done(notified);
      }}
      onClose={onClose}
    />
  );
}
