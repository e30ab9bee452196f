import { Flex } from "@chakra-ui/react";
import { FindBookingDto } from "@sakhi/domain/bookings/my-booking.dto";
import { PATHS } from "@sakhi/domain/site/routes";
import { useSearchParams } from "react-router-dom";
import { useFindMyListingMutation } from "../../api/brand-api";
import { useFindMyBookingMutation } from "../../api/mela-api";
import { FindByContact } from "../../shared/find-by-contact";
import { LinkButton } from "../../ui/link-button";
import { TextField } from "../../ui/text-field";
import { strings } from "./my-booking.strings";

/**
 * Sends new links to the addresses of what somebody booked and listed: who has lost our mail need not know which of the two it
 * was about. An order number is a stall's.
 */
export function FindBookingPage() {
  const [findBooking] = useFindMyBookingMutation();
  const [findListing] = useFindMyListingMutation();
  const [query] = useSearchParams();
  return (
    <FindByContact<FindBookingDto>
      texts={strings}
      dto={FindBookingDto}
      initial={{ contact: "", orderId: query.get("order_id")?.slice(0, 50) ?? "" }}
      find={async ({ contact, orderId }) => {
        if (orderId) return [await findBooking({ contact, orderId })];
        return Promise.all([findBooking({ contact }), findListing({ contact })]);
      }}
      more={[strings.findDoneMore]}
      action={<LinkButton to={PATHS.plan} label={strings.plan} />}
      fields={(form, register) => {
        const { errors } = form.formState;
        return (
          <Flex direction="column" gap="5">
            <TextField
              label={strings.findContact}
              help={strings.findContactHelp}
              error={errors.contact?.message}
              registration={register("contact")}
              input={{ autoComplete: "email" }}
            />
            <TextField
              label={strings.findOrder}
              optional={strings.optional}
              help={strings.findOrderHelp}
              error={errors.orderId?.message}
              registration={register("orderId")}
              input={{ autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
            />
          </Flex>
        );
      }}
    />
  );
}
