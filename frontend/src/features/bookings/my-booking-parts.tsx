import { chakra, Text } from "@chakra-ui/react";
import { myDocumentPath } from "@sakhi/domain/site/routes";
import {
  type MyBooking,
  useCloseMyBookingMutation,
  useEndMyBookingLinkMutation,
  useRevokeMyBookingLinksMutation,
} from "../../api/mela-api";
import { LinkAccess } from "../../shared/link-access";
import { DocumentLink } from "../../shared/linked-page";
import { indianMoment } from "../../shared/refund-label";
import { rupees } from "../../ui/money";
import { Part } from "../../ui/outcome";
import { strings } from "./my-booking.strings";

export function Documents({ documents }: Pick<MyBooking, "documents">) {
  return (
    <Part id="documents" title={strings.documents}>
      {documents.length === 0 ? (
        <Text>{strings.noDocuments}</Text>
      ) : (
        <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4" listStyleType="none">
          {documents.map(({ id, kind, number, amount, issuedAt }) => (
            <li key={id}>
              <Text fontWeight="600">{`${strings.documentKinds[kind]} ${number}`}</Text>
              <Text color="muted" mb="2">
                {`${rupees(amount)}, ${indianMoment(issuedAt)}`}
              </Text>
              <DocumentLink href={myDocumentPath(id)}>{strings.download(number)}</DocumentLink>
            </li>
          ))}
        </chakra.ul>
      )}
    </Part>
  );
}

export function Timeline({ events }: { readonly events: MyBooking["timeline"] }) {
  return (
    <Part id="timeline" title={strings.timeline}>
      <chakra.ol display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4" listStyleType="none">
        {events.map((event, index) => (
          <chakra.li
            key={`${event.at} ${event.kind} ${index}`}
            borderInlineStartWidth="3px"
            borderColor="marigold.soft"
            ps="4"
          >
            <Text fontWeight="600">{strings.eventText(event)}</Text>
            <Text color="muted">
              <time dateTime={event.at}>{indianMoment(event.at)}</time>
            </Text>
            {event.reference !== undefined && (
              <Text color="muted" overflowWrap="anywhere">
                {strings.reference(event.reference)}
              </Text>
            )}
            {event.bankReference !== undefined && (
              <Text color="muted" overflowWrap="anywhere">
                {strings.bankReference(event.bankReference)}
              </Text>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
    </Part>
  );
}

/** Who can open this page, and buttons to end access. */
export function Access({
  myBooking: { linkExpiresAt, links },
  onClosed,
}: {
  readonly myBooking: Pick<MyBooking, "linkExpiresAt" | "links">;
  readonly onClosed: () => void;
}) {
  const [endLink] = useEndMyBookingLinkMutation();
  const [close] = useCloseMyBookingMutation();
  const [revoke] = useRevokeMyBookingLinksMutation();
  return (
    <LinkAccess
      texts={strings}
      text={strings.accessText(indianMoment(linkExpiresAt))}
      close={() => close()}
      revoke={() => revoke()}
      onClosed={onClosed}
      links={links}
      endLink={(id) => endLink(id)}
    />
  );
}
