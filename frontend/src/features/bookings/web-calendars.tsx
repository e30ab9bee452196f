import { chakra, Text } from "@chakra-ui/react";
import { calendarEntries, webCalendars } from "@sakhi/domain/events/calendar";
import { isolated } from "@sakhi/domain/fields/isolation";
import { useEventFacts } from "../../api/event-facts";
import { strings } from "./my-booking.strings";

/** Links to add each day to a web calendar, which takes one entry at a time; folded, beside the button of the file. */
export function WebCalendars({ stallId, orderId }: { readonly stallId: string; readonly orderId: string }) {
  const facts = useEventFacts();
  return (
    <chakra.details>
      <chakra.summary cursor="pointer" fontWeight="600" color="indigo.text" py="2.5" width="fit-content">
        {strings.calendars}
      </chakra.summary>
      <chakra.nav aria-label={strings.calendars} display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" pt="2">
        {calendarEntries({ stallId, orderId }, facts).map((entry) => {
          const { google, outlook } = webCalendars(entry);
          return (
            <div key={entry.uid}>
              <Text fontWeight="600">{`${entry.day}, ${entry.hours}`}</Text>
              {(
                [
                  [strings.google, google],
                  [strings.outlook, outlook],
                ] as const
              ).map(([name, url]) => (
                <chakra.a
                  key={name}
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`${isolated(name)}, ${entry.day}`}
                  display="inline-flex"
                  alignItems="center"
                  minHeight="tap"
                  me="5"
                  color="indigo.text"
                  textDecoration="underline"
                  textUnderlineOffset="3px"
                >
                  {name}
                </chakra.a>
              ))}
            </div>
          );
        })}
      </chakra.nav>
    </chakra.details>
  );
}
