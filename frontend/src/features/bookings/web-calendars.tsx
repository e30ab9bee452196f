import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { calendarEntries, webCalendars } from "@sakhi/domain/events/calendar";
import { CalendarPlus } from "lucide-react";
import { useEventFacts } from "../../api/event-facts";
import { strings } from "./my-booking.strings";
import { buttonStack } from "../../ui/card";

/** Links to add each day to a web calendar; those take one entry at a time. */
export function WebCalendars({ stallId, orderId }: { readonly stallId: string; readonly orderId: string }) {
  const facts = useEventFacts();
  return (
    <chakra.nav aria-label={strings.calendars} display="grid" gap="4">
      {calendarEntries({ stallId, orderId }, facts).map((entry) => {
        const { google, outlook } = webCalendars(entry);
        return (
          <div key={entry.uid}>
            <Text fontWeight="600" mb="2">
              {`${entry.day}, ${entry.hours}`}
            </Text>
            <Flex {...buttonStack}>
              {(
                [
                  [strings.google, google],
                  [strings.outlook, outlook],
                ] as const
              ).map(([name, url]) => (
                <Button key={name} asChild variant="outline">
                  <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`${name}, ${entry.day}`}>
                    <CalendarPlus aria-hidden />
                    <span>{name}</span>
                  </a>
                </Button>
              ))}
            </Flex>
          </div>
        );
      })}
    </chakra.nav>
  );
}
