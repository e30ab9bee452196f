import { Button, Text } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/admin-event-settings";
import { MOVE_LINK_HOURS } from "@sakhi/domain/moves/move.rules";
import { MoveSettingsDto } from "@sakhi/domain/moves/moves.dto";
import { PencilLine } from "lucide-react";
import { useState } from "react";
import {
  type ManagedEvent,
  type MoveSettingsResponse,
  useChangeMoveSettingsMutation,
  useGetMoveSettingsQuery,
} from "../../../api/admin-api";
import { ActionDialog } from "../parts/action-dialog";
import { Loaded, Panel } from "../parts/panel";

const strings = { ...messages.moves, linkHoursHelp: messages.moves.linkHoursHelp(MOVE_LINK_HOURS) };

/** Whether holders of an event may move on their own, and how long an operator's link to pay works. */
export function MoveSettings({
  event: { slug },
  canEdit,
}: {
  readonly event: ManagedEvent;
  readonly canEdit: boolean;
}) {
  const query = useGetMoveSettingsQuery(slug);
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
        {(settings) => (
          <>
            <Text>{settings.byHolder ? strings.byHolder : strings.byOperator}</Text>
            <Text color="muted" mt="2">
              {strings.hours({ hours: settings.linkHours })}
            </Text>
            {changing && <Change slug={slug} settings={settings} onClose={() => setChanging(false)} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface ChangeProps {
  readonly slug: string;
  readonly settings: MoveSettingsResponse;
  readonly onClose: () => void;
}

function Change({ slug, settings, onClose }: ChangeProps) {
  const [change] = useChangeMoveSettingsMutation();
  return (
    <ActionDialog<MoveSettingsDto>
      title={strings.label}
      dto={MoveSettingsDto}
      initial={{ ...settings }}
      fields={() => [
        {
          name: "byHolder",
          label: strings.who,
          flag: true,
          options: [
            ["false", strings.operators],
            ["true", strings.holders],
          ],
        },
        {
          ...{ name: "linkHours", label: strings.linkHours, help: strings.linkHoursHelp, number: true },
          input: { inputMode: "numeric" },
        },
      ]}
      consequence={() => strings.consequence}
      texts={strings}
      run={async (moveSettingsDto) => {
        await change({ slug, moveSettingsDto }).unwrap();
        return strings.saved;
      }}
      onClose={onClose}
    />
  );
}
