import { EVENT_FIELDS } from "@sakhi/domain/events/event.fields";
import { CreateEventDto } from "@sakhi/domain/operator/event-facts.dto";
import {
  type ManagedEvent,
  type ManagedFacts,
  useCreateEventMutation,
  useGetManagedFactsQuery,
  useListEventsQuery,
} from "../../../api/admin-api";
import type { SubjectProps } from "../parts/action-dialog";
import { useAddress } from "../parts/address";
import { Loaded, RecordDialog } from "../parts/panel";
import { strings } from "./event.strings";
import { FactsDialog } from "./facts-form";

const texts = strings.events;

/** Values that a new event does not copy from another. */
const TO_BE_SET = { edition: "", days: "", salesOpenAt: undefined, salesCloseAt: undefined, version: undefined };

interface CreateEventProps {
  readonly title: string;
  /** Initial facts; without them, the form is empty. */
  readonly facts?: ManagedFacts["event"];
  readonly planOf: string;
  readonly onClose: () => void;
}

/** Creates an event as a draft, with the plan of another or none, and chooses it. */
export function CreateEvent({ title, facts, planOf, onClose }: CreateEventProps) {
  const { put } = useAddress();
  const { data: events = [] } = useListEventsQuery();
  const [create] = useCreateEventMutation();
  return (
    <FactsDialog<CreateEventDto>
      title={title}
      texts={texts.create}
      dto={CreateEventDto}
      fields={EVENT_FIELDS}
      row={{ ...facts, ...TO_BE_SET, planOf }}
      more={[
        {
          name: "planOf",
          label: texts.create.planOf,
          optional: true,
          options: [
            ["", texts.create.nothing],
            ...events
              .filter(({ stalls }) => stalls > 0)
              .map((event) => [event.slug, texts.create.copied(event.title)] as const),
          ],
        },
      ]}
      consequence={texts.create.consequence}
      save={async (dto) => {
        const { slug } = await create(dto).unwrap();
        put({ event: slug });
      }}
      onClose={onClose}
    />
  );
}

/** Creates a draft with the facts and the plan of another event; its edition, days and sales are to be set. */
export function Duplicate({ subject: { slug, title }, onClose }: SubjectProps<ManagedEvent>) {
  const query = useGetManagedFactsQuery(slug);
  const facts = query.currentData?.event;
  const heading = texts.duplicate.dialog(title);
  if (facts !== undefined) return <CreateEvent title={heading} facts={facts} planOf={slug} onClose={onClose} />;
  return (
    <RecordDialog title={heading} actions={null} onClose={onClose}>
      <Loaded query={{ ...query, data: query.currentData }} loading={strings.loading} failed={strings.failed}>
        {() => null}
      </Loaded>
    </RecordDialog>
  );
}
