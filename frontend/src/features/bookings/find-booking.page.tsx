import { Flex } from "@chakra-ui/react";
import { FindBookingDto } from "@sakhi/domain/bookings/my-booking.dto";
import { PATHS } from "@sakhi/domain/site/routes";
import { useSearchParams } from "react-router-dom";
import { useFindMyBookingMutation } from "../../api/mela-api";
import { FindByContact } from "../../shared/find-by-contact";
import { LinkButton } from "../../ui/link-button";
import { TextField } from "../../ui/text-field";
import { strings } from "./my-booking.strings";

/** Sends a new link to the booking's address. */
export function FindBookingPage() {
  const [find] = useFindMyBookingMutation();
  const [query] = useSearchParams();
  return (
    <FindByContact<FindBookingDto>
      texts={strings}
      dto={FindBookingDto}
      initial={{ contact: "", orderId: query.get("order_id")?.slice(0, 50) ?? "" }}
      find={({ contact, orderId }) => find({ contact, ...(orderId ? { orderId } : {}) })}
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
