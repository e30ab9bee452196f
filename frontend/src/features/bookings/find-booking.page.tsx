import { PATHS } from "@sakhi/domain/site/routes";
import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { FindBookingDto } from "@sakhi/domain/bookings/my-booking.dto";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { userMessage } from "../../api/failure";
import { useFindMyBookingMutation } from "../../api/mela-api";
import { dtoResolver } from "../../ui/dto-resolver";
import { OutcomePage } from "../../ui/outcome";
import { Support } from "../../ui/support";
import { PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { TextField } from "../../ui/text-field";
import { tidyRegister } from "../../ui/tidy-fields";
import { strings } from "./my-booking.strings";
import { LinkButton } from "../../ui/link-button";
import { SteadyButton } from "../../ui/steady-button";

/** Sends a new link to the booking's address. Responds identically whether or not there is a booking. */
export function FindBookingPage() {
  useDocumentTitle(strings.findTitle);
  const [find] = useFindMyBookingMutation();
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const form = useForm<FindBookingDto>({
    resolver: dtoResolver(FindBookingDto),
    defaultValues: { contact: "", orderId: "" },
    mode: "onTouched",
  });
  const { handleSubmit, formState } = form;
  const register = tidyRegister(form, FindBookingDto);
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async ({ contact, orderId }) => {
    setProblem(undefined);
    const { data, error } = await find({ contact, ...(orderId ? { orderId } : {}) });
    if (data === undefined) setProblem(userMessage(error, strings.findFailed));
    else setMessage(data.message);
  });
  if (message !== undefined) {
    return (
      <OutcomePage
        icon={MailCheck}
        tone="good"
        title={strings.findDone}
        text={[message, strings.findDoneMore]}
        actions={
          <>
            <LinkButton to={PATHS.plan} label={strings.plan} />
            <Support />
          </>
        }
      />
    );
  }
  return (
    <PageBody narrow>
      <PageHeading>{strings.findTitle}</PageHeading>
      <Text textStyle="lead" mt="3">
        {strings.findLead}
      </Text>
      <chakra.form noValidate mt="6" onSubmit={(event) => void send(event)}>
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
        <Box role="alert" mt="4" fontWeight="600" color="alarm.text">
          {problem}
        </Box>
        <SteadyButton type="submit" mt="4" off={isSubmitting}>
          {isSubmitting ? strings.findSending : strings.findButton}
        </SteadyButton>
      </chakra.form>
    </PageBody>
  );
}
