import { Button, Text } from "@chakra-ui/react";
import { STALLS_PER_ORDER } from "@sakhi/domain/bookings/several-stalls.rules";
import { StallsPerOrderDto } from "@sakhi/domain/bookings/stalls-per-order.dto";
import messages from "@sakhi/domain/generated/messages/en/admin-event-settings";
import { PencilLine } from "lucide-react";
import { useState } from "react";
import { type ManagedEvent, useChangeStallsPerOrderMutation, useGetStallsPerOrderQuery } from "../../../api/admin-api";
import { ActionDialog } from "../parts/action-dialog";
import { Loaded, Panel } from "../parts/panel";

const strings = { ...messages.order, help: messages.order.help(STALLS_PER_ORDER) };

/** How many stalls one order of an event may have. */
export function StallsPerOrder({
  event: { slug },
  canEdit,
}: {
  readonly event: ManagedEvent;
  readonly canEdit: boolean;
}) {
  const query = useGetStallsPerOrderQuery(slug);
  const [changing, setChanging] = useState(false);
  return (
    <Panel
      title={strings.title}
      aside={
        canEdit && (
          <Button size="sm" variant="outline" aria-label={strings.label} onClick={() => setChanging(true)}>
            <PencilLine aria-hidden />
            {strings.change}
          </Button>
        )
      }
    >
      <Loaded query={{ ...query, data: query.currentData }} loading={strings.loading} failed={strings.failed}>
        {({ most }) => (
          <>
            <Text>{most === 1 ? strings.alone : strings.several({ most })}</Text>
            {most > 1 && (
              <Text color="muted" mt="2">
                {strings.time}
              </Text>
            )}
            {changing && <Change slug={slug} most={most} onClose={() => setChanging(false)} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Change({
  slug,
  most,
  onClose,
}: {
  readonly slug: string;
  readonly most: number;
  readonly onClose: () => void;
}) {
  const [change] = useChangeStallsPerOrderMutation();
  return (
    <ActionDialog<StallsPerOrderDto>
      title={strings.label}
      dto={StallsPerOrderDto}
      initial={{ most }}
      fields={() => [
        { ...{ name: "most", label: strings.most, help: strings.help, number: true }, input: { inputMode: "numeric" } },
      ]}
      consequence={() => strings.consequence}
      texts={strings}
      run={async (stallsPerOrderDto) => {
        await change({ slug, stallsPerOrderDto }).unwrap();
        return strings.saved;
      }}
      onClose={onClose}
    />
  );
}
