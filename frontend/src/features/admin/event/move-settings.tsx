import { Button, Text } from "@chakra-ui/react";
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

const strings = {
  title: "Moves to other stalls",
  loading: "Loading how holders move",
  failed: "How holders move could not be fetched.",
  byHolder:
    "While stalls are sold, holders can move to any free stall on their own in My booking: they pay what it costs more, or get back what it costs less.",
  byOperator: "Only operators move bookings. Holders can ask for it with a request in My booking.",
  hours: (hours: number) => `A link to pay the difference, which you send with a move, works for ${hours} hours.`,
  change: "Change",
  label: "Change how holders move",
  who: "Who moves bookings",
  holders: "Holders on their own, and operators",
  operators: "Operators only",
  linkHours: "Hours to pay by your link",
  linkHoursHelp: `${MOVE_LINK_HOURS.least} to ${MOVE_LINK_HOURS.most}. Who chooses a stall herself has 10 minutes.`,
  consequence: "This is for moves from now on. Moves that wait for their money keep their time.",
  confirm: "Save",
  pending: "Saving...",
  saved: "Saved how holders move.",
} as const;

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
              {strings.hours(settings.linkHours)}
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
