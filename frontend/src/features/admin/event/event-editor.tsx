import { EVENT_FIELDS } from "@sakhi/domain/events/event.fields";
import { AddEditionDto, ChangeEventDto } from "@sakhi/domain/operator/event-facts.dto";
import {
  type ManagedFacts,
  useAddEditionMutation,
  useChangeEditionMutation,
  useChangeEventMutation,
  useRemoveEditionMutation,
} from "../../../api/admin-api";
import { ReasonDialog } from "../parts/action-dialog";
import { strings } from "./event.strings";
import { FactsDialog } from "./facts-form";
import { NotifyDialog, type Unnotified } from "./holder-notice";

type Edition = ManagedFacts["editions"][number];

/** What an operator is changing. */
export type Changing =
  | { readonly what: "event" | "add" }
  | { readonly what: "notify"; readonly unnotified: Unnotified; readonly notify: boolean }
  | { readonly what: "edition" | "remove"; readonly edition: Edition };

/** Values that a new edition does not copy from the present one. */
const NOT_COPIED = { edition: "", days: "", salesOpenAt: undefined, salesCloseAt: undefined, version: undefined };

/** The dialog of the current change. */
export function EventEditor({
  event: { slug, title },
  facts: { event },
  changing,
  onClose,
}: {
  /** The event that the view showed when the change began. */
  readonly event: { readonly slug: string; readonly title: string };
  readonly facts: ManagedFacts;
  readonly changing: Changing;
  readonly onClose: () => void;
}) {
  const [changeEvent] = useChangeEventMutation();
  const [addEdition] = useAddEditionMutation();
  const [changeEdition] = useChangeEditionMutation();
  const [removeEdition] = useRemoveEditionMutation();
  const { add, change, remove } = strings.editions;
  switch (changing.what) {
    case "event":
      return (
        <FactsDialog
          title={strings.event.dialog(title)}
          texts={strings.event}
          dto={ChangeEventDto}
          fields={EVENT_FIELDS}
          row={{ ...event }}
          note={strings.event.holders}
          save={(changeEventDto) => changeEvent({ event: slug, changeEventDto }).unwrap()}
          onClose={onClose}
        />
      );
    case "notify":
      return (
        <NotifyDialog
          event={{ slug, title }}
          unnotified={changing.unnotified}
          notify={changing.notify}
          onClose={onClose}
        />
      );
    // Prefilled with the present edition's name and venue.
    case "add":
      return (
        <FactsDialog
          title={add.dialog}
          texts={add}
          dto={AddEditionDto}
          fields={EVENT_FIELDS}
          row={{ ...event, ...NOT_COPIED }}
          consequence={add.consequence}
          save={(dto) => addEdition(dto).unwrap()}
          onClose={onClose}
        />
      );
    case "edition": {
      const { edition } = changing;
      return (
        <FactsDialog
          title={change.dialog(edition.edition)}
          texts={change}
          dto={ChangeEventDto}
          fields={EVENT_FIELDS}
          row={{ ...edition }}
          save={(changeEventDto) => changeEdition({ id: edition.id, changeEventDto }).unwrap()}
          onClose={onClose}
        />
      );
    }
    case "remove":
      return (
        <ReasonDialog
          danger
          title={remove.dialog(changing.edition.edition)}
          consequence={remove.consequence}
          texts={remove}
          run={async (reason) => {
            await removeEdition({ id: changing.edition.id, reasonDto: { reason } }).unwrap();
            return remove.done;
          }}
          onClose={onClose}
        />
      );
  }
}
