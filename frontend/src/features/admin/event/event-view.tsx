import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { EVENT_FIELDS } from "@sakhi/domain/events/event.fields";
import { CalendarPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type ManagedFacts, useGetManagedFactsQuery } from "../../../api/admin-api";
import { useChosenEvent, useEventSlug } from "../parts/chosen-event";
import { Loaded, Panel } from "../parts/panel";
import { useRight, useSession } from "../parts/session";
import { ArrivalPanel } from "./arrival-panel";
import { CancellationProgress } from "./cancellation-progress";
import { type Changing, EventEditor } from "./event-editor";
import { strings } from "./event.strings";
import { EventsPanel } from "./events-panel";
import { FactsPanel } from "./facts-form";
import { type Unnotified, UnnotifiedPanel } from "./holder-notice";
import { MoveSettings } from "./move-settings";
import { PapersPanel } from "./papers-panel";
import { QuestionsPanel } from "./questions-panel";
import { StallTypes } from "./stall-types";
import { StallsPerOrder } from "./stalls-per-order";
import { TranslationsPanel } from "./translations-panel";

/** Future editions. */
function Editions({
  facts,
  onChange,
}: {
  readonly facts: ManagedFacts;
  readonly onChange: ((changing: Changing) => void) | undefined;
}) {
  const texts = strings.editions;
  return (
    <>
      <Panel
        title={texts.title}
        aside={
          onChange !== undefined && (
            <Button size="sm" variant="outline" onClick={() => onChange({ what: "add" })}>
              <CalendarPlus aria-hidden />
              {texts.add.label}
            </Button>
          )
        }
      >
        <Text>{facts.editions.length === 0 ? texts.none : texts.lead}</Text>
      </Panel>
      {facts.editions.map((edition) => (
        <FactsPanel
          key={edition.id}
          title={texts.name(edition.name, edition.edition)}
          label={texts.change.dialog(edition.edition)}
          fields={EVENT_FIELDS}
          row={{ ...edition }}
          onChange={onChange === undefined ? undefined : () => onChange({ what: "edition", edition })}
          more={
            <>
              <Button asChild size="sm" variant="outline">
                <Link to={edition.path} aria-label={texts.pageLabel(edition.edition)}>
                  {texts.page}
                </Link>
              </Button>
              <Button
                size="sm"
                variant="outline"
                aria-label={texts.remove.label(edition.edition)}
                onClick={() => onChange?.({ what: "remove", edition })}
              >
                <Trash2 aria-hidden />
                {texts.remove.button}
              </Button>
            </>
          }
        />
      ))}
    </>
  );
}

/** ?view=event: facts of an event, shown all over the site; operators change them. */
export function EventView() {
  const { canEdit: isOperator } = useSession();
  const announces = useRight("events.create");
  const chosen = useChosenEvent();
  // An archived or cancelled event is only read.
  const canEdit = isOperator && chosen?.status !== "archived" && chosen?.status !== "cancelled";
  const slug = useEventSlug();
  const title = chosen?.title ?? slug;
  const managed = useGetManagedFactsQuery(slug);
  // Never another event's facts, while the chosen one is being fetched.
  const query = { ...managed, data: managed.currentData };
  // With its event: a dialog that is open when the view shows another event closes, instead of changing that one.
  const [opened, setOpened] = useState<{ readonly slug: string; readonly changing: Changing }>();
  const changing = opened?.slug === slug ? opened.changing : undefined;
  const setChanging = (started: Changing) => setOpened({ slug, changing: started });
  const decide = (unnotified: Unnotified) => (notify: boolean) => setChanging({ what: "notify", unnotified, notify });
  return (
    <Flex direction="column" gap="5">
      <EventsPanel />
      {chosen?.status === "cancelled" && <CancellationProgress slug={chosen.slug} />}
      <Loaded query={query} loading={strings.loading} failed={strings.failed}>
        {(facts) => (
          <Flex direction="column" gap="5">
            <Box maxWidth="text">{chosen?.status === "draft" ? strings.draftLead : strings.lead(title)}</Box>
            {facts.unnotified !== undefined && (
              <UnnotifiedPanel
                event={title}
                unnotified={facts.unnotified}
                onDecide={canEdit ? decide(facts.unnotified) : undefined}
              />
            )}
            <FactsPanel
              title={title}
              label={strings.event.dialog(title)}
              fields={EVENT_FIELDS}
              row={{ ...facts.event }}
              onChange={canEdit ? () => setChanging({ what: "event" }) : undefined}
            />
            <ArrivalPanel slug={slug} facts={facts} canEdit={canEdit} />
            <TranslationsPanel slug={slug} facts={facts} canEdit={canEdit} />
            {chosen !== undefined && <StallTypes event={chosen} canEdit={canEdit} />}
            {chosen !== undefined && <StallsPerOrder key={`order ${chosen.slug}`} event={chosen} canEdit={canEdit} />}
            {chosen !== undefined && <MoveSettings key={`moves ${chosen.slug}`} event={chosen} canEdit={canEdit} />}
            {chosen !== undefined && <QuestionsPanel key={chosen.slug} event={chosen} canEdit={canEdit} />}
            {chosen !== undefined && <PapersPanel key={`papers ${chosen.slug}`} event={chosen} canEdit={canEdit} />}
            <Editions facts={facts} onChange={announces ? setChanging : undefined} />
            {changing !== undefined && (
              <EventEditor
                event={{ slug, title }}
                facts={facts}
                changing={changing}
                onClose={() => setOpened(undefined)}
              />
            )}
          </Flex>
        )}
      </Loaded>
    </Flex>
  );
}
